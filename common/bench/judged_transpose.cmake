# judged_transpose.cmake: tests of tuned transposes, each judged on the lens and the GPU like a
# student's file.
#
#   sl_judge_transposes(COUNT)   solutions/05-transpose/fast.cu, which has COUNT contestants
#
# The tests are called bench.05-transpose.fast.NUMBER.PRECISION.BACKEND.
function(sl_judge_transposes count)
  math(EXPR last "${count} - 1")
  foreach(i RANGE ${last})
    set(file ${PROJECT_BINARY_DIR}/judged/05-transpose.fast.${i}.cu)
    file(CONFIGURE OUTPUT ${file} @ONLY CONTENT
"// One tuned transpose as lab 05 judges it. Written by CMake.
#include \"@PROJECT_SOURCE_DIR@/solutions/05-transpose/fast.cu\"
#define JUDGED_NUMBER @i@
#define JUDGED_COUNT @count@
#include \"bench/judged_transpose.cuh\"
")
    foreach(precision f32 f64)
      foreach(backend lens gpu)
        sl_add_judge_test(bench.05-transpose.fast.${i}.${precision}.${backend} ${backend} 0 ""
          run 05 --file ${file} --task sorted --backend ${backend} --precision ${precision} --quick)
      endforeach()
    endforeach()
  endforeach()
endfunction()
