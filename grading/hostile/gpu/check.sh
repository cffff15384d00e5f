#!/bin/sh
# check.sh LOOK CXX INCLUDE [NVCC]: tests code that only nvcc reads. The gate must accept the lens's
# object of each file. It must refuse the object for a GPU, with the line and the words of the
# file's first line. Without NVCC, CXX is used, which is the compiler that nvcc uses for host code.
# If the code for nvcc is left out, the gate must accept the object.
set -u
LC_ALL=C
export LC_ALL
look=$1 cxx=$2 include=$3 nvcc=${4-}
folder=$(dirname "$0")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0 seen=0

# The section by which the gate recognises an object of nvcc.
cat > "$work/nvcc.h" << 'END'
__attribute__((used, section(".nv_fatbin"))) static const char code_for_gpus[8] = "";
END
mkdir "$work/include"
echo > "$work/include/csr-scalar.h"

# compile FILE OBJECT [OPTION…]
compile() {
  file=$1 object=$2
  shift 2
  if [ -n "$nvcc" ]; then
    "$nvcc" -w -std=c++17 "-I$include" "-I$include/../labs/01-csr-scalar" -c "$file" -o "$object" "$@"
  else
    "$cxx" -w -std=c++17 -O1 -x c++ "-I$work/include" -include "$work/nvcc.h" "$@" -c "$file" -o "$object"
  fi
}

set --
for file in "$folder"/*.cu; do
  name=${file##*/}
  if [ -n "$nvcc" ]; then compile "$file" "$work/$name.o"; else compile "$file" "$work/$name.o" -D__CUDACC__; fi || exit 1
  set -- "$@" "$file" "$work/$name.o"
done
"$look" csr-scalar.h "$@" > "$work/said" || exit 1
for file in "$folder"/*.cu; do
  seen=$((seen + 1))
  read -r _ _ line words < "$file"
  grep -F "$file:$line: " "$work/said" | grep -qF -e "$words" && continue
  echo "$file is not refused for $words in line $line, but:"
  grep -F "$file:" "$work/said"
  failed=$((failed + 1))
done

if [ -z "$nvcc" ]; then
  for file in "$folder"/*.cu; do
    compile "$file" "$work/plain.o"
    "$look" csr-scalar.h "$file" "$work/plain.o" > "$work/said" && ! grep . "$work/said" && continue
    echo "$file is refused without its code for nvcc"
    failed=$((failed + 1))
  done
fi
echo "$seen files, $failed of them not as expected"
[ "$failed" -eq 0 ] && [ "$seen" -ge 10 ]
