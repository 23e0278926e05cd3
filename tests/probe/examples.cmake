# The examples of docs/embedding.md are those of examples/, and print what it says.
include("${CMAKE_CURRENT_LIST_DIR}/common.cmake")

file(READ "${SOURCE}/docs/embedding.md" document)

# expect(text what): `text` must stand in the document.
function(expect text what)
    string(FIND "${document}" "${text}" found)
    if(found EQUAL -1)
        message(SEND_ERROR "docs/embedding.md lacks ${what}:\n${text}")
    endif()
endfunction()

# example(name command…)
function(example name)
    file(READ "${examples}/${name}" source)
    expect("${source}" "the text of examples/${name}")
    execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
    expect("${printed}" "what examples/${name} prints")
endfunction()

example(probe.cpp "${WORK}/consumer/cpp_example" "${database}")
example(probe.c "${WORK}/consumer_c/c_probe" "${database}")
# Python would have to be started with the sanitizer's library.
if(PYTHON AND NOT SANITIZE)
    example(probe.py "${PYTHON}" "${examples}/probe.py" "${prefix}/${LIBDIR}/libmulino_probe.so"
        "${database}")
endif()
