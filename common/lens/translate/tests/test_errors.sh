#!/bin/sh
# test_errors.sh: the compiler's first error names the student's own file and line, and shows the
# line as the student wrote it.
# usage: test_errors.sh LENSCC
set -u
export LC_ALL=C # the compiler's words are looked at
lenscc=$1

work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 3
failures=0

failed() {
  echo "FAILED: $1"
  cat out.txt
  failures=$((failures + 1))
}

# wrong NAME PLACE: the program on standard input has its first error at PLACE, file:line, or at the
# one or other of several
wrong() {
  name=$1
  shift
  cat > "$name.cu"
  if "$lenscc" -c "$name.cu" -o wrong.o > out.txt 2>&1; then
    failed "$name.cu compiles"
    return
  fi
  first=$(grep -m 1 'error: ' out.txt)
  place=$(echo "${first#./}" | cut -d : -f 1,2)
  case " $* " in
    *" $place "*) ;;
    *) failed "$name: the first error is at $place and not at $*: $first"; return ;;
  esac
  # the line behind the message; the translator's own messages have none
  case $(sed -n "$(grep -n -m 1 'error: ' out.txt | cut -d : -f 1),\$p" out.txt | sed -n 2p) in
    '') ;;
    *) grep -qF -- "$(sed -n "${place#*:}p" "${place%:*}")" out.txt || failed "$name: shows another line" ;;
  esac
}

wrong semicolon_before_launch semicolon_before_launch.cu:3 semicolon_before_launch.cu:4 <<'END2'
__global__ void k(int *x) { *x = 1; }
int main() {
  int *x = nullptr
  k<<<1, 32>>>(x);
}
END2
wrong semicolon_after_launch semicolon_after_launch.cu:3 semicolon_after_launch.cu:4 <<'END2'
__global__ void k(int *x) { *x = 1; }
int main() {
  k<<<1, 32>>>(nullptr)
  return 0;
}
END2
wrong argument_type argument_type.cu:4 <<'END2'
__global__ void k(int n, float *x) { x[n] = 1; }
int main() {
  double *y = nullptr;
  k<<<1, 32>>>(1, y);
}
END2
wrong too_few_arguments too_few_arguments.cu:4 <<'END2'
__global__ void k(int n, float *x) { x[n] = 1; }
int main() {
  // one is missing
  k<<<1, 32>>>(1);
}
END2
wrong too_many_arguments too_many_arguments.cu:3 <<'END2'
__global__ void k(int n) { (void)n; }
int main() {
  k<<<dim3(1), dim3(8, 8)>>>(1, 2);
}
END2
wrong undefined_beside_shared undefined_beside_shared.cu:4 <<'END2'
__global__ void k(float *x) {
  __shared__ float tile[32];
  extern __shared__ float more[];
  tile[threadIdx.x] = x[threadIdx.x] + missing;
  more[0] = tile[0];
}
END2
wrong undefined_in_shared undefined_in_shared.cu:2 <<'END2'
__global__ void k(float *x) {
  __shared__ float tile[SIZE];
  tile[0] = x[0];
}
END2
printf '#pragma once\n__device__ int twice(int i) {\n  return 2 * j;\n}\n' > beside.cuh
wrong in_header beside.cuh:3 <<'END2'
#include "beside.cuh"
__global__ void k(int *x) { *x = twice(1); }
END2
wrong in_macro in_macro.cu:1 in_macro.cu:3 <<'END2'
#define SQUARE(x) ((x) * (y))
__global__ void k(int *p) {
  *p = SQUARE(*p);
}
END2
wrong missing_brace missing_brace.cu:1 <<'END2'
__global__ void k(int *x) {
  if (threadIdx.x == 0) {
    *x = 1;
}
int main() {
  k<<<1, 1>>>(nullptr);
}
END2
wrong missing_bracket missing_bracket.cu:4 <<'END2'
__global__ void k(int *x) { *x = 1; }
int main() {
  int *x = nullptr;
  k<<<1, 1>>>(x;
}
END2
wrong open_launch open_launch.cu:3 <<'END2'
__global__ void k(int *x) { *x = 1; }
int main() {
  k<<<1, 1>>(nullptr);
}
END2
wrong constant_variable constant_variable.cu:1 <<'END2'
__constant__ flaot c[4];
__global__ void k(float *x) { x[0] = c[0]; }
END2
wrong no_such_member no_such_member.cu:3 <<'END2'
__global__ void k(int *x) {
  /* a comment of
     two lines */ x[threadIdx.w] = 1;
}
END2
wrong unknown_kernel unknown_kernel.cu:2 <<'END2'
int main() {
  nowhere<<<1, 1>>>(0);
}
END2

[ "$failures" -eq 0 ] && echo "all passed"
exit "$((failures > 0))"
