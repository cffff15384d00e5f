# CheckSkeleton.cmake: checks that SKELETON is what skeleton.awk makes from SOLUTION; with WRITE,
# writes it.
execute_process(COMMAND awk -f ${CMAKE_CURRENT_LIST_DIR}/skeleton.awk ${SOLUTION}
  OUTPUT_VARIABLE made RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "skeleton.awk failed on ${SOLUTION}")
endif()
if(WRITE)
  file(WRITE ${SKELETON} "${made}")
  return()
endif()
file(READ ${SKELETON} committed)
if(NOT made STREQUAL committed)
  message(FATAL_ERROR "${SKELETON} does not match its solution; generate it again:\n"
    "  awk -f common/cmake/skeleton.awk ${SOLUTION} > ${SKELETON}")
endif()
