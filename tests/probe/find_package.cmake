include("${CMAKE_CURRENT_LIST_DIR}/common.cmake")

build("${consumer}" "${WORK}/consumer")
run("${WORK}/consumer/cpp" "${database}" "${empty}" "${damaged}")
run("${WORK}/consumer/c_static" "${database}" "${empty}" "${damaged}")
