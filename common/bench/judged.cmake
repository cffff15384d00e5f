# judged.cmake: tests of tuned kernels, each judged on the lens and the GPU like a student's file.
#
#   sl_judge_contestants(NN-name COUNT)   solutions/NN-name/fast.cu, which has COUNT contestants
#
# The tests are called bench.NN-name.fast.NUMBER.PRECISION.BACKEND. The last contestant, which chooses
# among the others, is judged in double too.
function(sl_judge_contestants lab count)
  string(SUBSTRING ${lab} 0 2 number)
  math(EXPR last "${count} - 1")
  foreach(i RANGE ${last})
    set(file ${PROJECT_BINARY_DIR}/judged/${lab}.fast.${i}.cu)
    file(CONFIGURE OUTPUT ${file} @ONLY CONTENT
"// One tuned kernel as lab 06 judges it. Written by CMake.
#include \"@PROJECT_SOURCE_DIR@/solutions/@lab@/fast.cu\"
#define JUDGED_CONTESTANTS fast_@number@_contestants
#define JUDGED_NUMBER @i@
#define JUDGED_COUNT @count@
#include \"bench/judged.cuh\"
")
    set(precisions f32)
    if(i EQUAL last)
      set(precisions f32 f64)
    endif()
    foreach(precision IN LISTS precisions)
      foreach(backend lens gpu)
        sl_add_judge_test(bench.${lab}.fast.${i}.${precision}.${backend} ${backend} 0 ""
          run 06 --file ${file} --task static --backend ${backend} --precision ${precision} --quick)
      endforeach()
    endforeach()
  endforeach()
endfunction()
