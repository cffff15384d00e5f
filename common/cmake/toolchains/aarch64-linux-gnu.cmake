# Builds for aarch64 on another machine; the tests run under emulation:
#   cmake -B build-aarch64 --toolchain common/cmake/toolchains/aarch64-linux-gnu.cmake -DSL_CUDA=OFF
# On Debian: g++-aarch64-linux-gnu, the arm64 packages of libc6-dev, libcmocka-dev and
# libjansson-dev (`dpkg --add-architecture arm64` first), and qemu-user in version 10, as in Debian
# 13 (version 7.2 needs seconds and gigabytes for the lens's address space). The kit's programs
# start each other, so the system must know the emulator (binfmt_misc, which the package sets up).
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
