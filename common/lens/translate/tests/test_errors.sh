#!/bin/sh
# test_errors.sh: tests that the compiler's first error names the student's own file and line, and
# shows the line as the student wrote it.
# usage: test_errors.sh LENSCC
set -u
export LC_ALL=C # the test reads the compiler's messages
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

# wrong NAME PLACE: checks that the program on standard input has its first error at PLACE,
# file:line, or at one of several places
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
  # the line after the message, except for messages of the translator itself, which show no line
  case $(sed -n "$(grep -n -m 1 'error: ' out.txt | cut -d : -f 1),\$p" out.txt | sed -n 2p) in
    '') ;;
    *) grep -qF -- "$(sed -n "${place#*:}p" "${place%:*}")" out.txt || failed "$name: shows another line" ;;
  esac
}

# told NAME PLACE WORDS: the same, and there is exactly one error, with these words and without the
# translator's own names
told() {
  wrong "$1" "$2"
  words=$3
  grep -qF -- "$words" out.txt || failed "$1: does not say: $words"
  [ "$(grep -c 'error: ' out.txt)" -eq 1 ] || failed "$1: more than one error"
  if grep -q 'LENS_\|lens_[a-z]*_[0-9a-z]' out.txt; then failed "$1: a name of the lens's own"; fi
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

told atomic_of_value atomic_of_value.cu:2 'atomicAdd needs the address of a variable' <<'END2'
__global__ void k(float *y, float v) {
  atomicAdd(y[threadIdx.x], v);
}
END2
told cas_of_value cas_of_value.cu:2 'atomicCAS needs the address of a variable' <<'END2'
__global__ void k(int *y) {
  atomicCAS(*y, 0, 1);
}
END2
told atomic_of_size atomic_of_size.cu:2 'CUDA has no atomicAdd for variables of this type' <<'END2'
__global__ void k(size_t *y) {
  atomicAdd(y, 1);
}
END2
told atomic_sub_of_float atomic_sub_of_float.cu:2 'CUDA has no atomicSub' <<'END2'
__global__ void k(float *y) {
  atomicSub(&y[1], 1.0f);
}
END2
told malloc_of_pointer malloc_of_pointer.cu:3 'cudaMalloc needs the address of a pointer' <<'END2'
int main() {
  float *p = nullptr;
  cudaMalloc(p, 4);
}
END2
told managed_of_pointer managed_of_pointer.cu:3 'cudaMallocManaged needs the address of a pointer' <<'END2'
int main() {
  float *p = nullptr;
  cudaMallocManaged(p, 4);
}
END2
told no_direction no_direction.cu:3 'too few arguments' <<'END2'
int main() {
  float *p = nullptr, h[4];
  cudaMemcpy(h, p, 16);
}
END2
# tile PARENT SIZE WORDS
tile() {
  told "tile_$2_of_$1" "tile_$2_of_$1.cu:5" "$3" << END2
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int *x) {
  auto parent = cg::tiled_partition<$1>(cg::this_thread_block());
  auto tile = cg::tiled_partition<$2>(parent);
  x[0] = tile.size() + parent.size();
}
END2
}
tile 32 32 'a tile is smaller than the tile that it is cut from'
tile 8 8 'a tile is smaller than the tile that it is cut from'
tile 8 16 'a tile is smaller than the tile that it is cut from'
tile 32 12 'the size of a tile is a power of 2'
tile 32 0 'the size of a tile is a power of 2'
told returns returns.cu:2 'a __global__ function must return void' <<'END2'
typedef float real;
__global__ real k(int *x) { return x[0]; }
int main() { k<<<1, 1>>>(nullptr); }
END2
told shared_array shared_array.cu:3 "float" <<'END2'
__global__ void k() {
  __shared__ float tile[32];
  double *first = tile;
  first[0] = 1;
}
END2
told from_macro from_macro.cu:4 "'h' is a host function" <<'END2'
int h(int x) { return x; }
#define H(x) (h(x) + 1)
__global__ void k(int *x) {
  *x = H(2);
}
END2
told without_launch without_launch.cu:5 "'k' is a kernel and is called like a function" <<'END2'
__global__ void k(int *x) { *x = 1; }
int main() {
  int *x;
  cudaMalloc(&x, 4);
  k(x);
}
END2

[ "$failures" -eq 0 ] && echo "all passed"
exit "$((failures > 0))"
