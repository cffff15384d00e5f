# SparselabRoom.cmake: a room of the house is one static library; its tests sit beside it.
#
#   sl_add_room(NAME SOURCES file… [DEPENDS room…])
#   sl_add_unit_test(NAME SOURCES file… [DEPENDS room…] [LABELS label…])

set(SL_WARNINGS -Wall -Wextra -Wshadow -Wpointer-arith -Wvla -Wcast-qual)
set(SL_WARNINGS_C -Wstrict-prototypes -Wmissing-prototypes)
# For what every program of lenscc links: lines for crashes are enough, and variables (-g) would be
# most of such a program.
set(SL_LINES_ONLY $<$<CONFIG:RelWithDebInfo>:-g1>)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  list(APPEND SL_WARNINGS -Wno-format-truncation) # messages are cut to their buffers on purpose
endif()
if(SL_WERROR)
  list(APPEND SL_WARNINGS -Werror)
endif()

# With UNSANITIZED: for what is linked into modules, which the lens's compiler driver links plainly.
function(sl_target_defaults target)
  target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR}/common)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:C,CXX>:${SL_WARNINGS}> $<$<COMPILE_LANGUAGE:C>:${SL_WARNINGS_C}>)
  if(SL_SANITIZE AND NOT "UNSANITIZED" IN_LIST ARGN)
    target_compile_options(${target} PRIVATE
      $<$<COMPILE_LANGUAGE:C,CXX>:-fsanitize=${SL_SANITIZE};-fno-sanitize-recover=all>)
    target_link_options(${target} PUBLIC -fsanitize=${SL_SANITIZE})
  endif()
endfunction()

function(sl_add_room name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS" ${ARGN})
  add_library(sl_${name} STATIC ${arg_SOURCES})
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
  set_tests_properties(unit.${name} PROPERTIES LABELS "unit;${arg_LABELS}" TIMEOUT 120)
endfunction()
