# Runs PROGRAM with 1, 2 and 4 workers, behind EMULATOR if it is for another machine. Fails when a run fails, or, with SAME, when two runs differ.
foreach(workers 1 2 4)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env LENS_THREADS=${workers} ${EMULATOR} ${PROGRAM}
    OUTPUT_VARIABLE output ERROR_VARIABLE errors RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "with ${workers} workers: exit status ${result}\n${errors}\n${output}")
  endif()
  if(workers EQUAL 1)
    set(first "${output}")
  elseif(SAME AND NOT output STREQUAL first)
    message(FATAL_ERROR "${workers} workers give another result than 1:\n${first}\n${output}")
  endif()
endforeach()
