#!/bin/sh
# compile_with_nvcc.sh NVCC: compiles the test programs as CUDA, without linking: what the lens is
# tested on are real CUDA programs.
set -u
cd "$(dirname "$0")" || exit 3
refused=0
for program in bugs/*.cu clean/*.cu schedule/*.cu cuda/*.cu programs/*.cu; do
  "$1" -arch=sm_90 -std=c++17 -w -c -I. "$program" -o /dev/null && continue
  echo "nvcc refuses $program" >&2
  refused=1
done
exit "$refused"
