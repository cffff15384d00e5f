# Supports a C++ compiler that does not belong to the system, such as one below /opt. The sandbox
# must make its folder visible, and linked programs must find its libraries there, because nothing
# else is visible inside.
#
# Sets SL_CXX_FOLDER (empty: the compiler is below /usr, which is always visible) and
# SL_CXX_LIBRARIES, the folder of its C++ library.
get_filename_component(SL_CXX_FOLDER ${CMAKE_CXX_COMPILER} REALPATH)
get_filename_component(SL_CXX_FOLDER ${SL_CXX_FOLDER} DIRECTORY)
get_filename_component(SL_CXX_FOLDER ${SL_CXX_FOLDER} DIRECTORY)
set(SL_CXX_LIBRARIES "")
file(GLOB its_own ${SL_CXX_FOLDER}/lib*/gcc ${SL_CXX_FOLDER}/lib*/clang)
if(SL_CXX_FOLDER MATCHES "^(/usr(/.*)?|/)$" OR NOT its_own) # a home folder must not become visible
  set(SL_CXX_FOLDER "")
else()
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libstdc++.so.6
    OUTPUT_VARIABLE library OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(library MATCHES "/")
    get_filename_component(library ${library} REALPATH)
    get_filename_component(SL_CXX_LIBRARIES ${library} DIRECTORY)
  endif()
  message(STATUS "Sandboxes show the compiler's folder, ${SL_CXX_FOLDER}")
endif()
