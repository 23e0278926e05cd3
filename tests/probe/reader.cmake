# tests/reader.py and the prober agree on random positions.
include("${CMAKE_CURRENT_LIST_DIR}/common.cmake")

if(NOT PYTHON)
    message("SKIPPED: there is no python3")
    return()
endif()
set(reader "${SOURCE}/tests/reader.py")
run("${PYTHON}" "${reader}" "${database}" --random 6000 OUTPUT_FILE "${WORK}/positions.txt")
run("${PROGRAM}" query --db "${database}" --batch "${WORK}/positions.txt"
    OUTPUT_FILE "${WORK}/answers.txt")
run("${PYTHON}" "${reader}" "${database}" --compare "${WORK}/answers.txt")
