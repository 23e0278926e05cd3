# Sets of all kinds and the tables they were packed from say the same, position by position.
include("${CMAKE_CURRENT_LIST_DIR}/common.cmake")

foreach(rules "" "rules_")
    run("${AGREE}" 40000 "${WORK}/${rules}source" "${WORK}/${rules}full" "${WORK}/${rules}fast"
        "${WORK}/${rules}compact")
endforeach()
