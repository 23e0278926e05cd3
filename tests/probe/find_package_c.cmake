include("${CMAKE_CURRENT_LIST_DIR}/common.cmake")

build("${consumer}_c" "${WORK}/consumer_c")
run("${WORK}/consumer_c/c_consumer" "${database}" "${empty}" "${damaged}")
