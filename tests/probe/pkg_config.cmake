include("${CMAKE_CURRENT_LIST_DIR}/common.cmake")

if(NOT PKG_CONFIG)
    message("SKIPPED: there is no pkg-config")
    return()
endif()
set(ENV{PKG_CONFIG_PATH} "${prefix}/${LIBDIR}/pkgconfig")
execute_process(COMMAND "${PKG_CONFIG}" --cflags --libs mulino OUTPUT_VARIABLE options
    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(options)
run("${CXX}" ${flags} -std=c++17 "${consumer}/consumer.cpp" ${options} -o "${WORK}/pkg_cpp")
run("${WORK}/pkg_cpp" "${database}" "${empty}" "${damaged}")
run("${C}" ${flags} -std=c99 "${consumer}/consumer.c" ${options} -o "${WORK}/pkg_c")
run("${WORK}/pkg_c" "${database}" "${empty}" "${damaged}")
