# A set of each kind: 3-3, 4-3 and 4-4, so that each part of docs/format.md occurs. The same under
# other rules.
include("${CMAKE_CURRENT_LIST_DIR}/common.cmake")

# sets(prefix options…)
function(sets prefix)
    set(source "${WORK}/${prefix}source")
    file(REMOVE_RECURSE "${source}")
    run("${PROGRAM}" solve --db "${source}" --pairs 3-3,4-3,4-4 ${ARGN})
    foreach(kind full fast compact)
        file(REMOVE_RECURSE "${WORK}/${prefix}${kind}")
        run("${PROGRAM}" pack --db "${source}" --out "${WORK}/${prefix}${kind}" --kind ${kind})
    endforeach()
endfunction()

sets("")
sets(rules_ --flying off)
