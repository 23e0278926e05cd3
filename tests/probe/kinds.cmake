# A set of each kind: 3-3, 4-3 and 4-4, so that each part of docs/format.md occurs.
include("${CMAKE_CURRENT_LIST_DIR}/common.cmake")

set(source "${WORK}/source")
file(REMOVE_RECURSE "${source}" "${WORK}/full" "${WORK}/fast" "${WORK}/compact")
run("${PROGRAM}" solve --db "${source}" --pairs 3-3,4-3,4-4)
foreach(kind full fast compact)
    run("${PROGRAM}" pack --db "${source}" --out "${WORK}/${kind}" --kind ${kind})
endforeach()
