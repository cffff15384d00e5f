# judged.cmake: tests of tuned kernels, each judged on the lens and the GPU like a student's file.
#
#   sl_judge_contestants(NN-name COUNT [NUMBER…])   solutions/NN-name/fast.cu, which has COUNT
#       contestants; those listed by NUMBER use another method in double
#
# The tests are called bench.NN-name.fast.NUMBER.PRECISION.BACKEND. Those with a number, and the
# last contestant, which chooses among the others, are judged in double too: the last one on a GPU,
# and on the lens only with SL_LONG_TESTS, because its program takes long to compile. All tests of a
# lab and precision use one program, which the first test compiles. That is why there is a lock.
function(sl_judge_contestants lab count)
  string(SUBSTRING ${lab} 0 2 number)
  math(EXPR last "${count} - 1")
  set(file ${PROJECT_BINARY_DIR}/judged/${lab}.fast.cu)
  file(CONFIGURE OUTPUT ${file} @ONLY CONTENT
"// The tuned kernels of a lab as lab 06 judges them. Written by CMake.
#include \"@PROJECT_SOURCE_DIR@/solutions/@lab@/fast.cu\"
#define JUDGED_CONTESTANTS fast_@number@_contestants
#define JUDGED_COUNT @count@
#include \"bench/judged.cuh\"
")
  foreach(i RANGE ${last})
    set(precisions f32)
    if(i EQUAL last OR i IN_LIST ARGN)
      set(precisions f32 f64)
    endif()
    foreach(precision IN LISTS precisions)
      set(backends lens gpu)
      if(precision STREQUAL "f64" AND NOT SL_LONG_TESTS AND NOT i IN_LIST ARGN)
        set(backends gpu)
      endif()
      foreach(backend IN LISTS backends)
        set(name bench.${lab}.fast.${i}.${precision}.${backend})
        sl_add_judge_test(${name} ${backend} 0 ""
          run 06 --file ${file} --task static --backend ${backend} --precision ${precision} --quick)
        set_tests_properties(${name} PROPERTIES ENVIRONMENT JUDGED=${i}
          RESOURCE_LOCK bench.${lab}.${precision}.${backend})
      endforeach()
    endforeach()
  endforeach()
endfunction()
