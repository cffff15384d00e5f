# SparselabCuda.cmake: finds nvcc and sets for which GPU the backend is built.
#
# Sets SL_NVCC (empty: no GPU backend), SL_NVCC_ARCH (an option of nvcc) and SL_CUDA_INCLUDE_DIR.
# For another card than this machine's: -DCMAKE_CUDA_ARCHITECTURES=90.
# The kit calls nvcc by the same commands as for students' files. With CMake's CUDA language there
# would be two ways to compile the same thing.

set(SL_NVCC "")
if(NOT SL_CUDA STREQUAL "OFF")
  set(hint "")
  if(CMAKE_CUDA_COMPILER)
    get_filename_component(hint ${CMAKE_CUDA_COMPILER} DIRECTORY)
  endif()
  unset(SL_NVCC_FOUND CACHE)
  find_program(SL_NVCC_FOUND nvcc HINTS ${hint} ENV CUDA_HOME ENV CUDA_PATH /usr/local/cuda/bin
    PATH_SUFFIXES bin)
  if(SL_NVCC_FOUND)
    execute_process(COMMAND ${SL_NVCC_FOUND} --version OUTPUT_VARIABLE text ERROR_QUIET)
    string(REGEX MATCH "release ([0-9]+\\.[0-9]+)" unused "${text}")
    set(SL_CUDA_VERSION "${CMAKE_MATCH_1}")
    if(SL_CUDA_VERSION VERSION_LESS 12)
      message(STATUS "GPU backend: not built, nvcc ${SL_CUDA_VERSION} is older than 12")
    else()
      set(SL_NVCC ${SL_NVCC_FOUND})
    endif()
  endif()
  if(NOT SL_NVCC AND SL_CUDA STREQUAL "ON")
    message(FATAL_ERROR "SL_CUDA is ON, but no nvcc of CUDA 12 or newer was found")
  endif()
endif()

if(SL_NVCC)
  get_filename_component(bin ${SL_NVCC} REALPATH)
  get_filename_component(bin ${bin} DIRECTORY)
  find_path(SL_CUDA_INCLUDE_DIR cuda_runtime_api.h
    HINTS ${bin}/../include ${bin}/../targets/x86_64-linux/include REQUIRED)
  # The GPU of this machine, so that nvcc need not search for it at each call (-arch=native).
  # Without a GPU, the oldest architecture that both CUDA 12 and 13 support.
  execute_process(COMMAND nvidia-smi --query-gpu=compute_cap --format=csv,noheader
    RESULT_VARIABLE no_gpu OUTPUT_VARIABLE cards ERROR_QUIET)
  string(REGEX MATCHALL "[0-9]+\\.[0-9]+" cards "${cards}")
  list(REMOVE_DUPLICATES cards)
  list(LENGTH cards kinds)
  if(CMAKE_CUDA_ARCHITECTURES MATCHES "^[0-9]+a?$")
    set(SL_NVCC_ARCH "-arch=sm_${CMAKE_CUDA_ARCHITECTURES}")
  elseif(NOT "${no_gpu}" STREQUAL "0")
    set(SL_NVCC_ARCH "-arch=sm_75")
  elseif(kinds EQUAL 1)
    string(REPLACE "." "" SL_NVCC_ARCH "-arch=sm_${cards}")
  else()
    set(SL_NVCC_ARCH "-arch=native")
  endif()
  message(STATUS "GPU backend: CUDA ${SL_CUDA_VERSION}, ${SL_NVCC_ARCH}")
else()
  message(STATUS "GPU backend: not built")
endif()
