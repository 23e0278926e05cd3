# How the targets of this project are made: mulino_library, mulino_program.

# What every target of the project itself is compiled with; users of the libraries do not get it.
# Whether a warning is an error is left to the presets.
add_library(mulino_options INTERFACE)
target_compile_options(mulino_options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion)
# g++ 12 reports an overlap that cannot be in `"text" + std::to_string(…)` (its bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(mulino_options INTERFACE -Wno-restrict)
endif()
if(MULINO_NATIVE)
    target_compile_options(mulino_options INTERFACE -march=native)
endif()
if(MULINO_SANITIZE)
    add_compile_options(-fsanitize=${MULINO_SANITIZE} -fno-omit-frame-pointer
        -fno-sanitize-recover=all)
    add_link_options(-fsanitize=${MULINO_SANITIZE})
endif()

# mulino_library(name [SOURCES …] [PUBLIC libs…] [PRIVATE libs…])
# The static library of a folder. Includes are written from the root of the repository. Without
# sources it is a library of headers only.
function(mulino_library name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;PUBLIC;PRIVATE")
    if(arg_SOURCES)
        add_library(${name} STATIC ${arg_SOURCES})
        target_include_directories(${name} PUBLIC "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>")
        target_compile_features(${name} PUBLIC cxx_std_20)
        target_link_libraries(${name} PUBLIC ${arg_PUBLIC}
            PRIVATE ${arg_PRIVATE} "$<BUILD_INTERFACE:mulino_options>")
    else()
        add_library(${name} INTERFACE)
        target_include_directories(${name} INTERFACE "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>")
        target_compile_features(${name} INTERFACE cxx_std_20)
        target_link_libraries(${name} INTERFACE ${arg_PUBLIC} ${arg_PRIVATE})
    endif()
    string(REPLACE "mulino_" "mulino::" alias ${name})
    add_library(${alias} ALIAS ${name})
endfunction()

# mulino_program(name SOURCES … [LIBS …])
# An executable of the project.
function(mulino_program name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBS")
    add_executable(${name} ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE ${arg_LIBS} mulino_options)
endfunction()
