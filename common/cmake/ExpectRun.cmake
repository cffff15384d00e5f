# ExpectRun.cmake: runs what follows "--", expects exit status STATUS ("0", or "0|1") and the words
# WORDS. With GATED, a list of a lab and a file, the gate must accept the file, of which it checks the
# object that the run has left, and no task may be marked for a review.
set(command "")
set(take OFF)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE ${last})
  if(take)
    list(APPEND command "${CMAKE_ARGV${i}}")
  elseif(CMAKE_ARGV${i} STREQUAL "--")
    set(take ON)
  endif()
endforeach()
execute_process(COMMAND ${command} OUTPUT_VARIABLE output ERROR_VARIABLE output
  RESULT_VARIABLE status)
message("${output}")
if(output MATCHES "no usable GPU")
  return() # CTest reports the test as skipped
endif()
if(NOT "${status}" MATCHES "^(${STATUS})$")
  message(FATAL_ERROR "exit status ${status}, expected ${STATUS}")
endif()
string(REGEX REPLACE "[ \n]+" " " flat "${output}") # lines of the report may be broken anywhere
string(FIND "${flat}" "${WORDS}" at)
if(at EQUAL -1)
  message(FATAL_ERROR "the output does not say: ${WORDS}")
endif()
if(GATED)
  if(flat MATCHES "a person will check")
    message(FATAL_ERROR "a right program is marked for a review")
  endif()
  list(GET command 0 program)
  execute_process(COMMAND ${program} gate ${GATED} OUTPUT_VARIABLE output ERROR_VARIABLE output
    RESULT_VARIABLE status)
  message("${output}")
  if(NOT status EQUAL 0 OR output MATCHES "does not compile")
    message(FATAL_ERROR "the gate does not accept it: exit status ${status}")
  endif()
endif()
