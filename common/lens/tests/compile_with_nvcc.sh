#!/bin/sh
# compile_with_nvcc.sh NVCC: compiles the test programs as CUDA, without linking, to show that the
# lens is tested on real CUDA programs. Programs in schedule/, and those that wait in the middle of
# a kernel, are left out, because they call the lens itself.
set -u
cd "$(dirname "$0")" || exit 3
refused=0
for program in bugs/*.cu clean/*.cu cuda/*.cu programs/*.cu; do
  ! grep -q check_take_long "$program" || continue
  "$1" -arch=sm_90 -std=c++17 -w -c -I. -I../.. "$program" -o /dev/null && continue
  echo "nvcc refuses $program" >&2
  refused=1
done
exit "$refused"
