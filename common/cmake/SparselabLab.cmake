# SparselabLab.cmake: what a lab consists of, and the tests that every lab gets.
#
#   sl_add_labs()     adds every lab (a folder of labs/ with a drive.cu), and writes the list of
#                     labs for the judge

# A further argument names another folder, for labs of tests.
function(sl_add_drive lab backend precision)
  set(object ${PROJECT_BINARY_DIR}/drives/${lab}.${backend}.${precision}.o)
  set(folder ${PROJECT_SOURCE_DIR}/labs/${lab})
  if(ARGN)
    set(folder ${ARGN})
  endif()
  string(REGEX REPLACE "^[0-9]+-" "" name ${lab})
  if(backend STREQUAL "lens")
    # confined, because the student's code could write to its stack frames
    set(compiler ${SL_LENSCC} --confine)
    set(driver ${SL_LENSCC_FILES})
  else()
    set(compiler ${SL_NVCC} ${SL_NVCC_ARCH} -O3 -lineinfo)
    set(driver "")
  endif()
  file(GLOB headers CONFIGURE_DEPENDS ${folder}/*.h ${folder}/*.cuh)
  set(real "")
  if(precision STREQUAL "f64")
    set(real -DSL_REAL_IS_DOUBLE)
  endif()
  add_custom_command(OUTPUT ${object}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/drives
    COMMAND ${compiler} -std=c++17 ${real} -I${PROJECT_SOURCE_DIR}/common -I${folder}
            -c ${folder}/drive.cu -o ${object}
    DEPENDS ${folder}/drive.cu ${headers} ${driver}
            ${PROJECT_SOURCE_DIR}/common/worker/worker.h
            ${PROJECT_SOURCE_DIR}/common/matrix/real.h
    COMMENT "Compiling drive.cu of ${lab} for ${backend}, ${precision}"
    VERBATIM)
  add_custom_target(drive-${lab}-${backend}-${precision} DEPENDS ${object})
  add_dependencies(drive-${lab}-${backend}-${precision} sl_worker_marks)
  if(NOT ARGN)
    set_property(GLOBAL APPEND PROPERTY SL_DRIVES drive-${lab}-${backend}-${precision})
  endif()
endfunction()

# A test that runs the judge and checks its exit status and, if words are given, its output. With
# SL_GATED, a list of a lab and a file, the gate must accept the file.
function(sl_add_judge_test name labels status words)
  add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -DSTATUS=${status} "-DWORDS=${words}"
    "-DGATED=${SL_GATED}" -P ${PROJECT_SOURCE_DIR}/common/cmake/ExpectRun.cmake --
    $<TARGET_FILE:sparselab> ${ARGN})
  set_tests_properties(${name} PROPERTIES LABELS "${labels}"
    SKIP_REGULAR_EXPRESSION "no usable GPU")
endfunction()

# [kit-only
# The tests of the mistakes in the catalogue: each program is made and judged, and must be rejected
# by its name, at its line. One test tries all programs of a task (common/author/try.h). Programs
# that may give right answers on a GPU in spite of their mistake are tried on the lens only.
function(sl_add_mistake_tests lab)
  set(file ${PROJECT_SOURCE_DIR}/grading/mistakes/${lab}.txt)
  if(NOT EXISTS ${file})
    return()
  endif()
  set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  add_test(NAME labs.${lab}.mistakes-are-current
    COMMAND sparselab fingerprint ${lab} --check)
  set_tests_properties(labs.${lab}.mistakes-are-current PROPERTIES LABELS unit)
  execute_process(COMMAND awk -f ${PROJECT_SOURCE_DIR}/common/cmake/mistakes.awk ${file}
    OUTPUT_VARIABLE programs OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" programs "${programs}") # "TASK/NAME/NUMBER lens gpu" or "… lens"
  set(tasks "")
  foreach(program IN LISTS programs)
    if(program MATCHES " varied" AND NOT SL_LONG_TESTS)
      continue() # these are a third of all programs; they differ only in the block size
    endif()
    string(REGEX REPLACE " .*" "" which "${program}")
    string(REGEX REPLACE "/.*" "" task "${program}")
    list(APPEND tasks ${task})
    list(APPEND programs_of_${task} ${which})
    if(program MATCHES " gpu")
      list(APPEND gpu_programs_of_${task} ${which})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES tasks)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/mistakes)
  set(alone "")
  if(SL_LONG_TESTS)
    set(alone --alone)
  endif()
  foreach(task IN LISTS tasks)
    add_test(NAME labs.${lab}.mistakes.${task}.lens COMMAND sparselab fingerprint ${lab}
      --try ${PROJECT_BINARY_DIR}/mistakes/${lab}.${task} ${alone} ${programs_of_${task}})
    set_tests_properties(labs.${lab}.mistakes.${task}.lens PROPERTIES LABELS lens
      COST 20)
    if(gpu_programs_of_${task})
      add_test(NAME labs.${lab}.mistakes.${task}.gpu COMMAND sparselab fingerprint ${lab}
        --try ${PROJECT_BINARY_DIR}/mistakes/${lab}.${task}.gpu --gpu ${gpu_programs_of_${task}})
      set_tests_properties(labs.${lab}.mistakes.${task}.gpu PROPERTIES LABELS gpu
        COST 20 SKIP_REGULAR_EXPRESSION "no usable GPU")
    endif()
  endforeach()
endfunction()

# The tests of a lab.
function(sl_add_lab_tests lab name)
  add_test(NAME labs.${lab}.skeleton-is-current COMMAND ${CMAKE_COMMAND}
    -DSOLUTION=${PROJECT_SOURCE_DIR}/solutions/${lab}/${name}.cu
    -DSKELETON=${PROJECT_SOURCE_DIR}/labs/${lab}/${name}.cu
    -P ${PROJECT_SOURCE_DIR}/common/cmake/CheckSkeleton.cmake)
  set_tests_properties(labs.${lab}.skeleton-is-current PROPERTIES LABELS unit)
  if(EXISTS ${PROJECT_SOURCE_DIR}/labs/${lab}/goals.txt)
    add_test(NAME labs.${lab}.goals COMMAND sh
      ${PROJECT_SOURCE_DIR}/common/cmake/check_goals.sh $<TARGET_FILE:sparselab> ${lab})
    set_tests_properties(labs.${lab}.goals PROPERTIES LABELS lens COST 10)
  endif()
  file(GLOB right CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/grading/right/${lab}/*.cu)
  foreach(backend lens gpu)
    set(asks_gate OFF)
    if(backend STREQUAL "lens" AND NOT SL_SANITIZE)
      set(asks_gate ON)
      set(SL_GATED ${lab} ${PROJECT_SOURCE_DIR}/solutions/${lab}/${name}.cu)
    endif()
    sl_add_judge_test(labs.${lab}.solution.${backend} ${backend} 0 ""
      run ${lab} --solution --backend ${backend} --untimed)
    unset(SL_GATED)
    sl_add_judge_test(labs.${lab}.solution.f64.${backend} ${backend} 0 ""
      run ${lab} --solution --backend ${backend} --untimed --precision f64 --quick)
    # Judges the skeleton that is made from the solution, because labs/ may contain a student's
    # work.
    sl_add_judge_test(labs.${lab}.skeleton-is-not-written.${backend} ${backend} 1 "not written"
      run ${lab} --file ${PROJECT_BINARY_DIR}/skeletons/${lab}/${name}.cu --backend ${backend} --quick)
    foreach(file IN LISTS right)
      get_filename_component(stem ${file} NAME_WE)
      if(asks_gate)
        set(SL_GATED ${lab} ${file})
      endif()
      sl_add_judge_test(labs.${lab}.right.${stem}.${backend} ${backend} 0 ""
        run ${lab} --file ${file} --backend ${backend} --quick)
      unset(SL_GATED)
    endforeach()
  endforeach()
endfunction()

# Makes the skeleton from the solution, in the build folder.
function(sl_add_skeleton lab name)
  set(skeleton ${PROJECT_BINARY_DIR}/skeletons/${lab}/${name}.cu)
  set(solution ${PROJECT_SOURCE_DIR}/solutions/${lab}/${name}.cu)
  add_custom_command(OUTPUT ${skeleton}
    COMMAND ${CMAKE_COMMAND} -DSOLUTION=${solution} -DSKELETON=${skeleton} -DWRITE=ON
            -P ${PROJECT_SOURCE_DIR}/common/cmake/CheckSkeleton.cmake
    DEPENDS ${solution} ${PROJECT_SOURCE_DIR}/common/cmake/skeleton.awk
    VERBATIM)
  add_custom_target(skeleton-${lab} ALL DEPENDS ${skeleton})
  set_property(GLOBAL APPEND PROPERTY SL_SKELETONS skeleton-${lab})
endfunction()
# kit-only]

# [kit-only
# Reports which optional parts the lab lacks. None is needed to judge the lab.
function(sl_say_what_is_missing lab)
  set(optional
    "labs/${lab}/README.md" "there is no handout"
    "labs/${lab}/quiz.txt" "./lab quiz has no questions"
    "labs/${lab}/pictures" "the handout has no pictures"
    "labs/${lab}/goals.txt" "there are no bonus points"
    "grading/mistakes/${lab}.txt" "no mistake of the lab has a name"
    "grading/rubrics/${lab}.txt" "./lab grade gives the points of lab.c"
    "grading/right/${lab}" "no program but the solution is known to pass"
    "solutions/${lab}/answers.md" "the questions of the handout have no answers")
  while(optional)
    list(POP_FRONT optional path consequence)
    if(NOT EXISTS ${PROJECT_SOURCE_DIR}/${path})
      message(STATUS "${path} is missing, so ${consequence}")
    endif()
  endwhile()
endfunction()
# kit-only]

function(sl_add_lab lab)
  string(REGEX REPLACE "^[0-9]+-" "" name ${lab})
  # ./lab builds the target lab-NN-name for a person who works on one lab; lens-NN-name has the
  # parts for ./lab lens.
  add_custom_target(lab-${lab} DEPENDS kit-core)
  add_custom_target(lens-${lab} DEPENDS lab-${lab})
  if(TARGET lens-self-test) # there is no self-test under sanitizers
    add_dependencies(lens-${lab} lens-self-test)
  endif()
  set(backends lens)
  if(SL_NVCC)
    list(APPEND backends gpu)
  endif()
  foreach(backend IN LISTS backends)
    sl_add_drive(${lab} ${backend} f32)
    sl_add_drive(${lab} ${backend} f64)
    add_dependencies(lab-${lab} drive-${lab}-${backend}-f32 drive-${lab}-${backend}-f64)
  endforeach()
  # The judge must be able to judge any student's file, and must not blame the machine for its
  # failure.
  sl_add_judge_test(labs.${lab}.is-judged lens "0|1" "" run ${lab} --backend lens --quick)
  # [kit-only
  sl_say_what_is_missing(${lab})
  sl_add_skeleton(${lab} ${name})
  sl_add_lab_tests(${lab} ${name})
  sl_add_mistake_tests(${lab})
  # kit-only]
endfunction()

function(sl_add_labs)
  file(GLOB labs RELATIVE ${PROJECT_SOURCE_DIR}/labs CONFIGURE_DEPENDS
    ${PROJECT_SOURCE_DIR}/labs/*/drive.cu)
  list(TRANSFORM labs REPLACE "/drive.cu$" "")
  list(SORT labs)
  foreach(lab IN LISTS labs)
    sl_add_lab(${lab})
  endforeach()
  get_property(drives GLOBAL PROPERTY SL_DRIVES)
  add_custom_target(sl_drives ALL DEPENDS ${drives})
  set(sources "")
  set(declarations "")
  set(entries "")
  foreach(lab IN LISTS labs)
    string(REPLACE "-" "_" identifier ${lab})
    # The students' copy has objects instead of all C files.
    file(GLOB parts CONFIGURE_DEPENDS ${SL_COMPILED}/${CMAKE_SYSTEM_PROCESSOR}/labs/${lab}/*.c.o)
    if(NOT parts)
      file(GLOB parts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/labs/${lab}/*.c)
    endif()
    list(APPEND sources ${parts})
    string(APPEND declarations "extern const sl_lab sl_lab_${identifier};\n")
    string(APPEND entries "    &sl_lab_${identifier},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/labs.c @ONLY CONTENT
"/* labs.c: all labs, in order. Written by CMake from the folders of labs/. */
#include \"judge/lab.h\"

@declarations@
const sl_lab *const sl_labs[] = {
@entries@};
const size_t sl_num_labs = sizeof sl_labs / sizeof *sl_labs;
")
  add_library(sl_labs STATIC ${sources} ${PROJECT_BINARY_DIR}/generated/labs.c)
  sl_target_defaults(sl_labs)
  target_include_directories(sl_labs PRIVATE ${PROJECT_SOURCE_DIR}/common/judge/contract)
  target_link_libraries(sl_labs PUBLIC sl_judge)
  # The judge and the labs refer to each other. This option makes the linker take sl_labs when it
  # first reads the library.
  target_link_options(sl_labs INTERFACE LINKER:--undefined=sl_labs)
endfunction()
