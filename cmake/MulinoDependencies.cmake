# Everything the project takes from outside, each behind one imported target.

find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(tl-expected REQUIRED)

if(MULINO_PARALLEL STREQUAL "tbb")
    find_package(TBB REQUIRED)
elseif(NOT MULINO_PARALLEL STREQUAL "threads")
    message(FATAL_ERROR "MULINO_PARALLEL is '${MULINO_PARALLEL}'; it may be tbb or threads")
endif()

# zstd has shipped CMake files only in some releases, under two different target names; pkg-config
# or a plain search finds every one.
add_library(mulino_zstd INTERFACE)
add_library(mulino::zstd ALIAS mulino_zstd)
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
    pkg_check_modules(LIBZSTD QUIET IMPORTED_TARGET libzstd>=1.4)
endif()
if(TARGET PkgConfig::LIBZSTD)
    target_link_libraries(mulino_zstd INTERFACE PkgConfig::LIBZSTD)
else()
    find_library(MULINO_ZSTD_LIBRARY zstd REQUIRED)
    find_path(MULINO_ZSTD_INCLUDE zstd.h REQUIRED)
    target_link_libraries(mulino_zstd INTERFACE "${MULINO_ZSTD_LIBRARY}")
    target_include_directories(mulino_zstd SYSTEM INTERFACE "${MULINO_ZSTD_INCLUDE}")
endif()

# xxhash is compiled in from its header, so that nothing more has to be linked.
find_path(MULINO_XXHASH_INCLUDE xxhash.h REQUIRED)
add_library(mulino_xxhash INTERFACE)
add_library(mulino::xxhash ALIAS mulino_xxhash)
target_include_directories(mulino_xxhash SYSTEM INTERFACE "${MULINO_XXHASH_INCLUDE}")
target_compile_definitions(mulino_xxhash INTERFACE XXH_INLINE_ALL)

if(MULINO_BUILD_TOOLS)
    find_package(CLI11 REQUIRED)
    find_package(nlohmann_json REQUIRED)
endif()
if(MULINO_BUILD_TESTS)
    find_package(Catch2 REQUIRED)
    find_package(rapidcheck QUIET)
    if(NOT TARGET rapidcheck)
        find_library(MULINO_RAPIDCHECK_LIBRARY rapidcheck REQUIRED)
        add_library(rapidcheck INTERFACE)
        target_link_libraries(rapidcheck INTERFACE "${MULINO_RAPIDCHECK_LIBRARY}")
    endif()
endif()
