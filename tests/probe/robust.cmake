# Changed bytes of a set of each kind: an error or the right answer.
include("${CMAKE_CURRENT_LIST_DIR}/common.cmake")

set(other full)
if(NOT KIND STREQUAL "fast" AND NOT KIND STREQUAL "compact")
    set(other fast)
endif()
run("${ROBUST}" "${WORK}/${KIND}" "${WORK}/${other}" "${WORK}/rules_${KIND}"
    "${WORK}/scratch_${KIND}_${TRIALS}" ${TRIALS})
