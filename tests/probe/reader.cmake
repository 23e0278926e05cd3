# tests/reader.py and the prober agree on random positions of a set of each kind, and of the tables as
# they come from the solver. In Python, rows coded by context are slow; so all are of few rows.
include("${CMAKE_CURRENT_LIST_DIR}/common.cmake")

if(NOT PYTHON)
    message("SKIPPED: there is no python3")
    return()
endif()
set(reader "${SOURCE}/tests/reader.py")
set(positions "${WORK}/positions_${KIND}.txt")
set(answers "${WORK}/answers_${KIND}.txt")
run("${PYTHON}" "${reader}" "${WORK}/${KIND}" --random 4000 --rows ${ROWS}
    OUTPUT_FILE "${positions}")
run("${PROGRAM}" query --db "${WORK}/${KIND}" --batch "${positions}" OUTPUT_FILE "${answers}")
run("${PYTHON}" "${reader}" "${WORK}/${KIND}" --compare "${answers}")
