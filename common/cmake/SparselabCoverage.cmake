# SparselabCoverage.cmake: which lines of the kit's own C code are run. With SL_COVERAGE, every
# object of the kit counts, including those that are linked into the programs of students' files.
# The students' files are compiled as usual. common/cmake/coverage.py adds up; docs/conventions.md
# has the figures.
#
#   sl_count_lines(TARGET)

function(sl_count_lines target)
  if(NOT SL_COVERAGE)
    return()
  endif()
  # -Og keeps the lines as they are written, whatever optimisation the target requests.
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:C>:--coverage>
    $<$<COMPILE_LANGUAGE:C>:-fprofile-update=atomic> $<$<COMPILE_LANGUAGE:C>:-Og>)
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL OBJECT_LIBRARY)
    target_link_libraries(${target} PUBLIC sl_coverage)
  endif()
endfunction()

if(SL_COVERAGE)
  if(NOT CMAKE_C_COMPILER_ID STREQUAL GNU)
    message(FATAL_ERROR "SL_COVERAGE is for gcc, and the compiler is ${CMAKE_C_COMPILER_ID}")
  endif()
  # gcc writes the counts when a process exits normally. But many processes end by _exit, and
  # workers by a signal.
  add_library(sl_coverage STATIC ${CMAKE_CURRENT_LIST_DIR}/coverage_ends.c
    ${CMAKE_CURRENT_LIST_DIR}/coverage_jobs.c)
  set_target_properties(sl_coverage PROPERTIES POSITION_INDEPENDENT_CODE ON)
  set(SL_COVERAGE_LINK --coverage -Wl,--wrap=_exit)
  target_link_options(sl_coverage INTERFACE ${SL_COVERAGE_LINK})
endif()
