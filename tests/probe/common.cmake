# Included by the steps: the folders they work in, and how they run programs.
cmake_minimum_required(VERSION 3.22)

set(prefix "${WORK}/prefix")
set(database "${WORK}/database")   # 3-3, 3-4, 4-3, with distances
set(damaged "${WORK}/damaged")     # the same: a bad header of 3-3, a bad last block of 3-4
set(empty "${WORK}/empty")         # a folder without tables
set(examples "${SOURCE}/examples")
set(consumer "${SOURCE}/tests/probe/consumer")
if(SANITIZE)
    set(flags "-fsanitize=${SANITIZE}")
endif()

# run(command…): runs it and shows what it prints; the step fails where it does.
function(run)
    execute_process(COMMAND ${ARGV} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# build(source built): configures and builds a project of somebody else in the folder `built`,
# against the installed tree alone.
function(build source built)
    file(REMOVE_RECURSE "${built}")
    run("${CMAKE_COMMAND}" -G "${GENERATOR}" -S "${source}" -B "${built}"
        "-DCMAKE_PREFIX_PATH=${prefix}" "-DCMAKE_BUILD_TYPE=Release" "-DEXAMPLES=${examples}"
        "-DCMAKE_C_COMPILER=${C}" "-DCMAKE_CXX_COMPILER=${CXX}" "-DCMAKE_C_FLAGS=${flags}"
        "-DCMAKE_CXX_FLAGS=${flags}")
    run("${CMAKE_COMMAND}" --build "${built}")
endfunction()
