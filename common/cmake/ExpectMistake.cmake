# ExpectMistake.cmake: makes program WHICH of the mistakes of LAB as FILE, and expects the judge to
# reject it on a GPU by its name: the first line of the program is "// mistake: NAME, line N, …". The
# line is not compared: a GPU sees fewer. Behind it may stand ", deadline S".
get_filename_component(folder ${FILE} DIRECTORY)
file(MAKE_DIRECTORY ${folder})
execute_process(COMMAND ${SPARSELAB} fingerprint ${LAB} --program ${WHICH} ${FILE}
  COMMAND_ERROR_IS_FATAL ANY)
file(STRINGS ${FILE} head LIMIT_COUNT 1)
if(NOT head MATCHES "^// mistake: ([a-z0-9-]+)(, line [0-9]+)?(, deadline ([0-9]+))?$")
  message(FATAL_ERROR "the program does not say what is expected: ${head}")
endif()
set(words "[${CMAKE_MATCH_1}]")
set(deadline "")
if(CMAKE_MATCH_4)
  set(deadline --deadline ${CMAKE_MATCH_4})
endif()
string(REGEX REPLACE "/.*" "" task ${WHICH})
execute_process(COMMAND ${SPARSELAB} run ${LAB} --file ${FILE} --task ${task} --backend gpu
          --quick ${deadline}
  OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE status)
message("${output}")
if(output MATCHES "no usable GPU")
  return() # CTest reports the test as skipped
endif()
if(NOT status EQUAL 1)
  message(FATAL_ERROR "exit status ${status}, expected 1")
endif()
string(REGEX REPLACE "[ \n]+" " " flat "${output}") # the report breaks its lines where it must
string(FIND "${flat}" "${words}" at)
if(at EQUAL -1)
  message(FATAL_ERROR "the output does not say: ${words}")
endif()
