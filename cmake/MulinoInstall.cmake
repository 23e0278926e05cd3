# What `cmake --install` installs: the program and mulino::probe, found by find_package(mulino) or
# by pkg-config.
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/mulino")
install(TARGETS mulino_probe mulino_probe_shared EXPORT mulinoTargets
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/probe/include/mulino"
    DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(EXPORT mulinoTargets NAMESPACE mulino:: DESTINATION "${package_dir}")

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/mulinoConfig.cmake.in"
    "${PROJECT_BINARY_DIR}/mulinoConfig.cmake" INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/mulinoConfigVersion.cmake"
    COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/mulinoConfig.cmake"
    "${PROJECT_BINARY_DIR}/mulinoConfigVersion.cmake" DESTINATION "${package_dir}")

# The file works from wherever the tree is put: its prefix is said from its own place.
set(pc_dir "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
file(RELATIVE_PATH pc_prefix "/prefix/${pc_dir}" "/prefix")
string(REGEX REPLACE "/$" "" pc_prefix "${pc_prefix}")
configure_file("${PROJECT_SOURCE_DIR}/cmake/mulino.pc.in" "${PROJECT_BINARY_DIR}/mulino.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/mulino.pc" DESTINATION "${pc_dir}")

if(TARGET mulino)
    install(TARGETS mulino RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
