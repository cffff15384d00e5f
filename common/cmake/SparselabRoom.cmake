# SparselabRoom.cmake: each room is one static library; its tests are in its folder.
#
#   sl_add_room(NAME SOURCES file… [DEPENDS room…])
#   sl_add_unit_test(NAME SOURCES file… [DEPENDS room…] [LABELS label…])
#   sl_add_tests()      the folder tests, if it exists: the students' copy has none

set(SL_WARNINGS -Wall -Wextra -Wshadow -Wpointer-arith -Wvla -Wcast-qual)
set(SL_WARNINGS_C -Wstrict-prototypes -Wmissing-prototypes)
# Options for code that is linked into every program of lenscc. Debug information would be half of
# such a program, and linking would spend most of its time on it. (For a debugger, use
# CMAKE_BUILD_TYPE=Debug.)
set(SL_NO_LINES $<$<CONFIG:RelWithDebInfo>:-g0>)
# Most rooms wait for programs or write text. With less optimisation they compile in nearly half the
# time, and a student must wait for the first build. If warnings are errors, these options are left
# out, because the compiler would find fewer problems.
set(SL_QUICKLY_BUILT "")
set(SL_LINES_ALONE "")
if(NOT SL_WERROR)
  set(SL_QUICKLY_BUILT $<$<CONFIG:RelWithDebInfo>:-Og>)
  set(SL_LINES_ALONE $<$<CONFIG:RelWithDebInfo>:-g1>)
endif()
set(SL_COMPUTING sl_base sl_matrix sl_generate sl_reference sl_io sl_worker_lens sl_worker_gpu) # in full
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  list(APPEND SL_WARNINGS -Wno-format-truncation) # texts are truncated on purpose
endif()
if(SL_WERROR)
  list(APPEND SL_WARNINGS -Werror)
endif()

# UNSANITIZED is for code that is linked into modules, because the lens's compiler driver links
# these without sanitizers. UNCOUNTED is for code to which the compiler must add nothing, or that
# cannot write files (SL_COVERAGE).
function(sl_target_defaults target)
  target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR}/common)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:C,CXX>:${SL_WARNINGS}> $<$<COMPILE_LANGUAGE:C>:${SL_WARNINGS_C}>)
  if(NOT target IN_LIST SL_COMPUTING)
    target_compile_options(${target} PRIVATE
      $<$<COMPILE_LANGUAGE:C>:${SL_QUICKLY_BUILT};${SL_LINES_ALONE}>)
  endif()
  if(SL_SANITIZE AND NOT "UNSANITIZED" IN_LIST ARGN)
    target_compile_options(${target} PRIVATE
      $<$<COMPILE_LANGUAGE:C,CXX>:-fsanitize=${SL_SANITIZE};-fno-sanitize-recover=all>)
    target_link_options(${target} PUBLIC -fsanitize=${SL_SANITIZE})
  endif()
  # [kit-only
  if(NOT "UNCOUNTED" IN_LIST ARGN)
    sl_count_lines(${target})
  endif()
  # kit-only]
endfunction()

# In the students' copy, an object file replaces each source that contains the solution of a task:
# compiled/x86_64/common/matrix/csr.c.o instead of common/matrix/csr.c.
set(SL_COMPILED ${PROJECT_SOURCE_DIR}/compiled)
if(EXISTS ${SL_COMPILED} AND NOT EXISTS ${SL_COMPILED}/${CMAKE_SYSTEM_PROCESSOR})
  file(GLOB others RELATIVE ${SL_COMPILED} ${SL_COMPILED}/*)
  message(FATAL_ERROR "This copy of Sparselab was made for ${others}, and this machine is "
    "${CMAKE_SYSTEM_PROCESSOR}. Your instructor can make a copy for this machine: see README.md.")
endif()

# Replaces missing sources by objects of the folder `compiled`.
function(sl_replace_sources variable)
  set(found "")
  foreach(source IN LISTS ${variable})
    get_filename_component(path ${source} ABSOLUTE)
    file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${path})
    set(object ${SL_COMPILED}/${CMAKE_SYSTEM_PROCESSOR}/${name}.o)
    if(NOT EXISTS ${path} AND EXISTS ${object})
      set(source ${object})
    endif()
    list(APPEND found ${source})
  endforeach()
  set(${variable} ${found} PARENT_SCOPE)
endfunction()

function(sl_add_tests)
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/tests/CMakeLists.txt)
    add_subdirectory(tests)
  endif()
endfunction()

function(sl_add_room name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS" ${ARGN})
  sl_replace_sources(arg_SOURCES)
  add_library(sl_${name} STATIC ${arg_SOURCES})
  set_target_properties(sl_${name} PROPERTIES LINKER_LANGUAGE C) # a room may have only objects
  sl_target_defaults(sl_${name})
  foreach(room IN LISTS arg_DEPENDS)
    target_link_libraries(sl_${name} PUBLIC sl_${room})
  endforeach()
endfunction()

function(sl_add_unit_test name)
  if(NOT SL_CMOCKA)
    return()
  endif()
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS;LABELS" ${ARGN})
  add_executable(test_${name} ${arg_SOURCES})
  sl_target_defaults(test_${name})
  foreach(room IN LISTS arg_DEPENDS)
    target_link_libraries(test_${name} PRIVATE sl_${room})
  endforeach()
  target_link_libraries(test_${name} PRIVATE ${SL_CMOCKA})
  add_test(NAME unit.${name} COMMAND test_${name})
  set_tests_properties(unit.${name} PROPERTIES LABELS "unit;${arg_LABELS}")
endfunction()
