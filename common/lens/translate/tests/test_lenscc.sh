#!/bin/sh
# test_lenscc.sh: the compiler driver as people use it.
# usage: test_lenscc.sh LENSCC TRANSLATE INCLUDE CU_FOLDER [OTHER_CXX]
set -u
export LC_ALL=C # the test reads the compiler's messages
lenscc=$1 translate=$2 include=$3 cu=$4 other=${5:-}

tests=$(cd "$(dirname "$0")" && pwd) || exit 3

work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
mkdir "$work/tmp" "$work/a folder's name" || exit 3
TMPDIR=$work/tmp
export TMPDIR
cd "$work" || exit 3
failures=0

# check WHAT STATUS COMMAND…: runs the command and checks its exit status; the output goes to
# out.txt
check() {
  what=$1 wanted=$2
  shift 2
  "$@" > out.txt 2>&1
  got=$?
  if [ "$got" -ne "$wanted" ]; then
    echo "FAILED: $what: exit status $got and not $wanted"
    cat out.txt
    failures=$((failures + 1))
  fi
}

# says WHAT TEXT: checks that the last output contains TEXT
says() {
  if ! grep -qF -- "$2" out.txt; then
    echo "FAILED: $1: not in the output: $2"
    cat out.txt
    failures=$((failures + 1))
  fi
}

silent() {
  if [ -s out.txt ]; then
    echo "FAILED: $1: there should be no output"
    cat out.txt
    failures=$((failures + 1))
  fi
}

exists() {
  if [ ! -e "$1" ]; then
    echo "FAILED: $1 was not made"
    failures=$((failures + 1))
  fi
}

# ---- what compiles ----
for name in shims syntax values; do
  check "$name.cu compiles" 0 "$lenscc" -Werror -c "$cu/$name.cu" -o "$name.o"
  silent "$name.cu without a warning"
done
check "syntax.cu compiles without optimisation" 0 "$lenscc" -O0 -Werror -c "$cu/syntax.cu" -o s0.o
check "syntax.cu runs" 0 sh -c "'$lenscc' syntax.o -o syntax && timeout 1800 ./syntax"
check "values.cu gives what a GPU gives" 0 \
  sh -c "'$lenscc' values.o -o values && timeout 1800 ./values > values.out && cmp values.out '$cu/values.txt'"
check "C and CUDA link" 0 "$lenscc" -std=c11 -Werror -o api "$cu/api.c" "$cu/kernel.cu"
silent "C and CUDA link"
check "the runtime API from C" 0 ./api

# the other compiler must accept the same translation
if [ -n "$other" ]; then
  for name in shims syntax values; do
    "$translate" "$cu/$name.cu" -o "$name.cc"
    check "$name.cu with $other" 0 "$other" -std=c++17 -D__CUDACC__ -fsyntax-only -Wall -Wextra -Werror \
      -Wno-unknown-pragmas -isystem "$include" -include cuda_runtime.h -iquote "$cu" "$name.cc"
  done
fi
# nvcc, if it is installed, must agree that these files are CUDA
if command -v nvcc > nvcc.path 2>&1; then
  for name in shims syntax values; do
    check "$name.cu with nvcc" 0 nvcc -std=c++17 -arch=sm_80 -c "$cu/$name.cu" -o nvcc.o
  done
fi

# ---- the command line ----
cat > "a folder's name/odd \"name.cu" <<'END'
#include "beside.h"
#include "elsewhere.h"
__global__ void k(int *x) { *x = BESIDE + ELSEWHERE + GIVEN; }
int main() {
  int *x, y = 0;
  cudaMalloc(&x, sizeof *x);
  k<<<1, 1>>>(x);
  cudaMemcpy(&y, x, sizeof y, cudaMemcpyDefault);
  return y;
}
END
echo '#define BESIDE 1' > "a folder's name/beside.h"
mkdir 'an include folder' && echo '#define ELSEWHERE 2' > 'an include folder/elsewhere.h'
check "paths with blanks and quotes" 0 \
  "$lenscc" -I 'an include folder' -D 'GIVEN=(3 + 1)' "a folder's name/odd \"name.cu" -o 'a program'
silent "paths with blanks and quotes"
check "the program's own exit status" 7 './a program'
check "-c names the object after the source" 0 \
  "$lenscc" -c -I'an include folder' -DGIVEN=1 "a folder's name/odd \"name.cu"
exists 'odd "name.o'
check "a.out" 0 "$lenscc" 'odd "name.o'
exists a.out
check "--translated" 0 "$lenscc" --translated -I'an include folder' "a folder's name/odd \"name.cu"
says "--translated" 'lens_shim::launch("k", __FILE__, __LINE__, k, 1, 1)(x);'
check "help" 0 "$lenscc" --help
check "no input" 2 "$lenscc" -c
check "unknown option" 2 "$lenscc" --frobnicate x.cu
check "no such file" 2 "$lenscc" -c missing.cu
says "no such file" "missing.cu: no such file"
check "two sources and one object" 2 "$lenscc" -c "$cu/shims.cu" "$cu/syntax.cu" -o x.o
check "an unwritable object" 1 "$lenscc" -c "$cu/kernel.cu" -o "$work/none/x.o"

# ---- messages point at the student's file ----
cat > wrong.cu <<'END'
__global__ void k(int n, float *x) { x[n] = 1; }
template <class T> __global__ void t(int n, T *x) { x[n] = 1; }
int main() {
  float *x;
  double *y;
  k<<<1, 2>>>(1);
  k<<<1, 2>>>(1, y);
  k<<<1, 2>>>(1, x, 2);
  t<<<1, 2>>>(1);
  kk<<<1, 2>>>(1, x);
}
END
check "wrong arguments" 1 "$lenscc" -c wrong.cu
for line in 6 7 8 9 10; do says "an error in line $line" "wrong.cu:$line:"; done
if [ "$(wc -l < out.txt)" -gt 60 ]; then
  echo "FAILED: five errors make $(wc -l < out.txt) lines of messages"
  failures=$((failures + 1))
fi
printf 'int main() {\n  k<<<1, 2>>>;\n}\n' > refused.cu
check "refused" 1 "$lenscc" -c refused.cu
says "refused" "refused.cu:2:11: error: expected '(' and the kernel's arguments after '>>>'"
printf '#include <cuda/std/atomic>\nint main() {}\n' > library.cu
printf '\n#include <cuda/std/atomic>\n' > library.cuh
printf '#include "library.cuh"\nint main() {}\n' > library2.cu
printf '#ifdef NO\n#include <cuda/std/atomic>\n#endif\nint main() {}\n' > library3.cu
check "a library" 1 "$lenscc" -c library.cu
says "a library" "library.cu:1:1: error: <cuda/std/atomic>: libcu++ does not run on the lens"
check "a library in a header" 1 "$lenscc" -c library2.cu
says "a library in a header" "library.cuh:2:1: error: <cuda/std/atomic>: libcu++ does not run"
check "a library under a condition" 0 "$lenscc" -Werror -c library3.cu
printf '__global__ void k() {\n  __shared__ float x[13000];\n  x[0] = 1;\n}\nint main() {}\n' > big.cu
check "more than 48 KB of __shared__" 1 "$lenscc" -c big.cu
says "more than 48 KB of __shared__" "take 48 KB at most (a limit of nvcc); use extern __shared__"
says "more than 48 KB of __shared__" "big.cu:2:"
printf '#include <cuda_fp8.h>\nint main() {}\n' > half.cu
check "a header that is not there yet" 1 "$lenscc" -c half.cu
says "a header that is not there yet" "half.cu:1:1: error: <cuda_fp8.h>"

# ---- a failed assert is a finding at its own line, and no abort ----
cat > asserts.cu <<'END'
#include <cassert>
#include <cstdio>
__global__ void k(int n) {
  assert(n < 5);
}
int main() {
  k<<<1, 32>>>(7);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
END
check "an assert in a kernel" 0 sh -c "'$lenscc' asserts.cu -o asserts && timeout 1800 ./asserts"
says "an assert in a kernel" "cudaError"

# ---- a compiler that fortifies, as Ubuntu's gcc, must not copy memory without the lens ----
cat > copies.cu <<'END'
#include <cstring>
__global__ void k(char *x) { memcpy(x, x + 64, 64); }
int main() {
  char *x;
  cudaMalloc(&x, 100);
  cudaMemset(x, 0, 100);
  k<<<1, 1>>>(x);
}
END
check "memcpy where it is fortified" 0 \
  sh -c "'$lenscc' -D_FORTIFY_SOURCE=2 copies.cu -o copies && timeout 1800 ./copies"
says "memcpy where it is fortified" "copies.cu:2: out-of-bounds read at x[100], where x has 100 elements"

. "$tests/test_headers.sh"

if [ -n "$(ls -A "$work/tmp")" ]; then
  echo "FAILED: temporary files are left: $(ls -A "$work/tmp")"
  failures=$((failures + 1))
fi
[ "$failures" -eq 0 ] && echo "all passed"
exit "$((failures > 0))"
