# Runs PROGRAM with 1, 2 and 4 workers, and then in other orders. Fails when a run fails; with SAME,
# when two numbers of workers give different results; with SAME_IN_ANY_ORDER, when two orders do.
# SEEDS: the orders; WORKERS: the numbers. Both may be given. ONCE: only one run with 2 workers,
# because it takes long. The first run looks up the lines of findings and counters, and the other
# runs reuse them.
if(NOT DEFINED WORKERS)
  set(WORKERS 1 2 4)
endif()
if(NOT DEFINED SEEDS)
  set(SEEDS 0 1 2 3)
endif()

separate_arguments(WORKERS)

# run(SEED WORKERS OUTPUT)
function(run seed workers out)
  execute_process(COMMAND env LENS_SEED=${seed} LENS_THREADS=${workers}
    LENS_LINES=${PROGRAM}.lines ${PROGRAM}
    OUTPUT_VARIABLE output ERROR_VARIABLE errors RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR
      "seed ${seed}, ${workers} workers: exit status ${result}\n${errors}\n${output}")
  endif()
  set(${out} "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE ${PROGRAM}.lines)
if(ONCE)
  run(0 2 output)
  return()
endif()
run(0 1 first)
foreach(seed IN LISTS SEEDS)
  set(numbers ${WORKERS})
  if(seed GREATER 0 AND NOT THOROUGH) # one run per order; the seed determines the number of workers
    list(LENGTH WORKERS count)
    math(EXPR at "${seed} % ${count}")
    list(GET WORKERS ${at} numbers)
  endif()
  foreach(workers IN LISTS numbers)
    if(seed EQUAL 0 AND workers EQUAL 1)
      continue() # this is the run above
    endif()
    run(${seed} ${workers} output)
    if((seed EQUAL 0 AND SAME) OR (seed GREATER 0 AND SAME_IN_ANY_ORDER))
      if(NOT output STREQUAL first)
        message(FATAL_ERROR "seed ${seed}, ${workers} workers give another result than seed 0, 1 "
          "worker:\n${first}\n${output}")
      endif()
    endif()
  endforeach()
endforeach()
