# judged_transpose.cmake: tests of tuned transposes, each judged on the lens and the GPU like a
# student's file.
#
#   sl_judge_transposes(COUNT)   solutions/05-transpose/fast.cu, which has COUNT contestants
#
# The tests are called bench.05-transpose.fast.NUMBER.PRECISION.BACKEND. Small matrices would never
# use the code for large ones, so the tests force it. Keys have so few bits that narrow and wide
# keys occur and, in float, keys whose rows are relative to the first row of their stretch. In
# double, the layout is the one for buckets in several pieces (see fast.cu). Layouts that no small
# matrix would have are not compiled, because compiling takes most of the time.
function(sl_judge_transposes count)
  math(EXPR last "${count} - 1")
  set(layouts_f32 3)
  set(layouts_f64 16)
  foreach(i RANGE ${last})
    foreach(precision f32 f64)
      set(file ${PROJECT_BINARY_DIR}/judged/05-transpose.fast.${i}.${precision}.cu)
      set(layouts ${layouts_${precision}})
      file(CONFIGURE OUTPUT ${file} @ONLY CONTENT
"// One tuned transpose as lab 05 judges it. Written by CMake.
#define FAST_KEY_BITS 13
#define FAST_LAYOUTS @layouts@
#include \"@PROJECT_SOURCE_DIR@/solutions/05-transpose/fast.cu\"
#define JUDGED_NUMBER @i@
#define JUDGED_COUNT @count@
#include \"bench/judged_transpose.cuh\"
")
      foreach(backend lens gpu)
        sl_add_judge_test(bench.05-transpose.fast.${i}.${precision}.${backend} ${backend} 0 ""
          run 05 --file ${file} --task sorted --backend ${backend} --precision ${precision} --quick)
      endforeach()
    endforeach()
  endforeach()
endfunction()
