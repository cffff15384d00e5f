#!/bin/sh
# host.sh LENSCC [CXX]: measures the run time of host code in a .cu file: as the lens builds it by
# default, traced (--trace-host), and compiled with -O2 and -O0. Prints milliseconds, and the ratio
# to -O2.
set -eu
lenscc=$1 cxx=${2:-c++}
source=$(dirname "$0")/host.cu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$lenscc" "$source" -o "$work/lens"
"$lenscc" --trace-host "$source" -o "$work/traced"
"$cxx" -x c++ -O2 "$source" -o "$work/o2"
"$cxx" -x c++ -O0 "$source" -o "$work/o0"
for build in lens traced o2 o0; do "$work/$build" > "$work/$build.csv"; done
cd "$work"
paste -d , lens.csv traced.csv o2.csv o0.csv | awk -F , '
  BEGIN { printf "%-20s %9s %16s %9s %16s\n", "", "lens", "traced", "-O2", "-O0" }
  { printf "%-20s %9.1f (%4.2f) %9.1f (%4.1f) %9.1f %9.1f (%4.1f)\n", $1, $2, $2 / $6, $4, $4 / $6,
      $6, $8, $8 / $6 }'
