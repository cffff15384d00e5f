# test_headers.sh: headers with CUDA in them. Sourced by test_lenscc.sh, whose functions it uses.

mkdir headers headers/sub headers/elsewhere headers/elsewhere/deep && cd headers || exit 3

# ---- the translation treats #include as the compiler does ----
cat > all.cu <<'END'
#pragma GCC diagnostic ignored "-Wunused-function"
#include "guarded.cuh"
#include "guarded.cuh"
#include "once.cuh"
#	include "once.cuh" // again
#include "sub/nested.cuh"
#include <found.cuh>
#include "deep/found.cuh"
#define INNER "sub/named_by_a_macro.cuh"
#include INNER
#if defined(NOWHERE) && __has_include("nowhere.cuh")
#include "nowhere.cuh"
#endif
#define NAME add_int
#define TYPE int
#include "twice.cuh"
#undef NAME
#undef TYPE
#define NAME add_double
#define TYPE double
#include "twice.cuh"
namespace inside {
#include "sub/in_a_namespace.cuh"
}
static const int table[] = {
#include "table.inc"
};
__global__ void body(int *sum) {
#include "body.inc"
}

int main() {
  int *sum, result;
  double *sum2, result2;
  cudaMalloc(&sum, sizeof *sum);
  cudaMalloc(&sum2, sizeof *sum2);
  cudaMemset(sum, 0, sizeof *sum);
  cudaMemset(sum2, 0, sizeof *sum2);
  guarded(sum);
  once<<<1, 1>>>(sum);
  nested(sum);
  of_any_type<<<1, 1>>>(sum);
  deep<<<1, 1>>>(sum);
  by_macro<<<1, 1>>>(sum);
  add_int<<<1, 32>>>(sum);
  add_double<<<1, 32>>>(sum2);
  inside::kernel<<<1, 1>>>(sum);
  body<<<1, 64>>>(sum);
  cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDefault);
  cudaMemcpy(&result2, sum2, sizeof result2, cudaMemcpyDefault);
  if (cudaGetLastError() != cudaSuccess) return 1;
  int wanted = 1 + 2 + 4 + 8 + 16 + 32 + 31 + 64 + 63;
  return result == wanted && result2 == 31 && table[0] + table[1] == 300 ? 0 : 2;
}
END
cat > guarded.cuh <<'END'
#ifndef GUARDED
#define GUARDED
static __device__ void plus(int n, int *sum) { atomicAdd(sum, n); }
static __global__ void guarded_kernel(int *sum) { plus(1, sum); }
static void guarded(int *sum) { guarded_kernel<<<1, 1>>>(sum); }
#endif
END
printf '#pragma once\n#include "guarded.cuh"\n' > once.cuh
printf 'static __global__ void once(int *sum) { plus(2, sum); }' >> once.cuh # and no line's end
printf '#include "../once.cuh"\n#include "beside.cuh"\n' > sub/nested.cuh
cat > sub/beside.cuh <<'END'
__constant__ int four = 4;
static __global__ void nested_kernel(int *sum) { plus(four, sum); }
static void nested(int *sum) { nested_kernel<<<1, 1>>>(sum); }
END
cat > elsewhere/found.cuh <<'END'
template <class T> __global__ void of_any_type(T *sum) { plus(8, sum); }
END
printf '__global__ void deep(int *sum) { plus(16, sum); }\r\n' > elsewhere/deep/found.cuh
printf '__global__ void by_macro(int *sum) { plus(32, sum); }\n' > sub/named_by_a_macro.cuh
cat > twice.cuh <<'END'
__global__ void NAME(TYPE *sum) {
  __shared__ TYPE values[32];
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) *sum += values[31];
}
END
cat > sub/in_a_namespace.cuh <<'END'
__device__ int amount = 64;
__global__ void kernel(int *sum) { plus(amount, sum); }
END
printf '100,\n200\n' > table.inc
cat > body.inc <<'END'
__shared__ int last;
if (threadIdx.x == 63) last = threadIdx.x;
__syncthreads();
if (threadIdx.x == 0) plus(last, sum);
END
check "headers" 0 "$lenscc" -Werror -Ielsewhere all.cu -o all
silent "headers"
check "a program with headers" 0 ./all
check "headers, translated" 0 "$lenscc" --translated -Ielsewhere all.cu
says "headers, translated" '//#include "once.cuh"'
says "headers, translated" 'sub/beside.cuh" 1'
if [ -n "$other" ]; then
  cp out.txt all.cc
  check "headers with $other" 0 "$other" -std=c++17 -D__CUDACC__ -fsyntax-only -Wall -Wextra -Werror \
    -Wno-unknown-pragmas -isystem "$include" -include cuda_runtime.h all.cc
fi
if command -v nvcc > nvcc.path 2>&1; then
  check "headers with nvcc" 0 nvcc -std=c++17 -arch=sm_80 -Ielsewhere -c all.cu -o nvcc.o
fi

# ---- several files that include the same kernels ----
cat > shared.cuh <<'END'
#pragma once
static __global__ void one(int *sum) { __shared__ int a; a = 1; atomicAdd(sum, a); }
template <int n> __global__ void many(int *sum) { __shared__ int a; a = n; atomicAdd(sum, a); }
inline void run(int *sum) { many<10><<<1, 1>>>(sum); }
void other(int *sum);
END
printf '#include "shared.cuh"\nvoid other(int *sum) { one<<<1, 1>>>(sum); run(sum); }\n' > first.cu
cat > second.cu <<'END'
#include "shared.cuh"
int main() {
  int *sum, result;
  cudaMalloc(&sum, sizeof *sum);
  cudaMemset(sum, 0, sizeof *sum);
  one<<<1, 1>>>(sum);
  run(sum);
  other(sum);
  cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDefault);
  return result;
}
END
check "two files with the same header" 0 "$lenscc" -Werror first.cu second.cu -o both
check "their sum" 22 ./both

# ---- messages and findings name the header and its line ----
printf '\n  #include "missing.cuh"\nint main() {}\n' > missing.cu
check "a missing header" 1 "$lenscc" -c missing.cu
says "a missing header" "missing.cu:2:12: fatal error: "
printf '/* 1\n2 */\nint a = undeclared;\n' > wrong.cuh
printf '\n#include "guarded.cuh"\n#include "wrong.cuh"\nint b = unknown;\n' > wrong.cu
check "an error in a header" 1 "$lenscc" -c wrong.cu
says "an error in a header" "wrong.cuh:3:9: error: "
says "an error in a header" "In file included from wrong.cu:3:"
says "an error behind a header" "wrong.cu:4:9: error: "
printf 'static __global__ void k() {}\nstatic void f() {\n  k<<<1>>>();\n}\n' > launch.cuh
printf '#include "launch.cuh"\nint main() {}\n' > launch.cu
check "a wrong launch in a header" 1 "$lenscc" -c launch.cu
says "a wrong launch in a header" "launch.cuh:3:4: error: a launch needs <<<grid, block>>>"
printf '__device__ inline void f() { __shared__ int a; a = 1; }\n' > elsewhere/system.h
printf '#include <system.h>\nint main() {}\n' > system.cu
check "__shared__ in a system header" 1 "$lenscc" -isystem elsewhere -c system.cu
says "__shared__ in a system header" "error: __shared__ in a header of -include or -isystem"
cat > past_end.cuh <<'END'
#pragma once

__global__ void past_end(float *x) {
  int i = threadIdx.x;
  x[i] = 1;
}
END
cat > past_end.cu <<'END'
#include "lens/lens.h"
#include "past_end.cuh"
int main() {
  float *x;
  cudaMalloc(&x, 31 * sizeof *x);
  past_end<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  if (lens_num_findings() != 1 || lens_num_counters() != 1) return 1;
  const lens_finding *found = lens_get_finding(0);
  printf("found %s:%d %s\n", found->file, found->line, found->array);
  const lens_counter *counted = lens_get_counter(0);
  printf("counted %s:%d %s\n", counted->file, counted->line, counted->kernel);
}
END
check "a mistake in a header" 0 \
  sh -c "'$lenscc' -I'$include/../..' past_end.cu -o past_end && timeout 1800 ./past_end"
says "a mistake in a header" "past_end.cuh:5 x"
says "a counter in a header" "past_end.cuh:5 past_end"
cd ..
