# For a build that runs on aarch64, made on another machine; the tests run under emulation:
#   cmake -B build-aarch64 --toolchain common/cmake/toolchains/aarch64-linux-gnu.cmake -DSL_CUDA=OFF
# On Debian: g++-aarch64-linux-gnu and qemu-user-static, of version 8 or newer: older ones need seconds
# and gigabytes for the lens's address space. The judge starts other programs of the kit, and for its
# tests the system must know the emulator too (binfmt_misc), or ctest be run under `proot -q`.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
find_program(qemu NAMES qemu-aarch64-static qemu-aarch64)
if(qemu)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${qemu} -L /usr/aarch64-linux-gnu)
endif()
set(CMAKE_FIND_ROOT_PATH /usr/aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
