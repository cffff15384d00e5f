#!/bin/sh
# test_driver.sh: tests lenscc in place of nvcc: Makefiles, options, several files, libraries.
# usage: test_driver.sh LENSCC
set -u
export LC_ALL=C # the test reads the compiler's messages
lenscc=$1
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 3
failures=0

fault() {
  echo "FAILED: $1"
  cat out.txt
  failures=$((failures + 1))
}

# check WHAT STATUS COMMAND…: runs the command and checks its exit status; the output goes to
# out.txt
check() {
  what=$1 wanted=$2
  shift 2
  "$@" > out.txt 2>&1
  got=$?
  [ "$got" -eq "$wanted" ] || fault "$what: exit status $got and not $wanted"
}

says() { # says TEXT [FILE]: the last output, or the file, contains this text
  grep -qF -- "$1" "${2:-out.txt}" || fault "$what: not in ${2:-the output}: $1"
}

lacks() {
  ! grep -qF -- "$1" out.txt || fault "$what: in the output: $1"
}

counted() { # counted N TEXT
  [ "$(grep -cF -- "$2" out.txt)" -eq "$1" ] || fault "$what: not $1 times: $2"
}

# ---- local arrays: a third compilation, made only for this, finds indices outside of them ----
cat > head.txt <<'END'
// of x [n], as in x[n]
/* int at [4]; */
END
while read -r expected body; do
  grep -q '^checks_indices=yes' "$lenscc" || expected=0
  { cat head.txt; echo "__global__ void k(int n, const float *x, float *y) { $body }"; } > local.cu
  check "local arrays, $body" 0 "$lenscc" -v -c local.cu -o local.o
  counted "$expected" -fsanitize=bounds
done <<'END'
0 if (n) y[0] = x[n]; else y [1] = 2;
1 float sum = x[n], at[4] = {0}; y[0] = at[n] + sum;
1 decltype(n) at[4] = {0}; y[0] = at[n];
1 alignas(8) float at [4] = {0}; y[0] = at[n];
1 struct pair { float of[2]; } p = {{0, 1}}; y[0] = p.of[n];
END

# ---- shifts by an amount that is not a literal number are found by this compilation, too ----
while read -r expected body; do
  { cat head.txt; echo "// n << n"; echo "__global__ void k(int n, int *y) { $body }"; } > shift.cu
  check "shifts, $body" 0 "$lenscc" -w -v -c shift.cu -o shift.o
  [ "$(uname -m)" = x86_64 ] || expected=0
  counted "$expected" shift-exponent
  [ "$(nm shift.o | grep -c __ubsan_handle_shift)" -eq "$expected" ] || fault "$what: the checks"
done <<'END'
0 y[1 << 3] = n << 5; y[n] >>= 0x4u; y[0] = n >> 2 | 1 << 4;
0 const char *text = "n << n"; y[0] = text[n];
1 y[0] = 1 << n;
1 y[0] = n >> (n + 1) * 2;
1 y[n] <<= n;
1 y[0] = 7 << 2 * n;
1 y[0] = 1 << 3 << n;
END
cat > far.cu <<'END'
__global__ void k(int n, int *y) { y[0] = 1 << n; }
int main(int argc, char **) {
  int *y = nullptr;
  cudaMalloc(&y, sizeof *y);
  k<<<1, 1>>>(4, y);
  return ((1 << (argc + 31)) == 0) + cudaFree(y);
}
END
check "host code that shifts too far" 0 "$lenscc" --trace-host far.cu -o far
check "host code that shifts too far, run" 0 ./far
cat > streams.cu <<'END'
#include <iostream>
#include <map>
#include <vector>
std::vector<std::vector<int>> rows;
int main(int argc, char **) { std::map<int, std::vector<int>> at; std::cout << argc << rows.size() << at.size(); }
END
check "streams and templates shift nothing" 0 "$lenscc" -v -c streams.cu -o streams.o
counted 0 shift-exponent

# ---- the toolkit's own headers are never used ----
mkdir toolkit
echo '#error "a header of the toolkit itself"' > toolkit/cuda_runtime_api.h
cp toolkit/cuda_runtime_api.h toolkit/cuda_runtime.h

# ---- every common way to begin a CUDA program ----
mkdir begin begin/own begin/same
cat > begin/body.txt <<'END'
__global__ void fill(int *x) { x[threadIdx.x] = 3; }
int main() {
  int *d, h[4];
  cudaMalloc(&d, sizeof h);
  fill<<<1, 4>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  return h[3] != BEGUN;
}
END
begins() { # begins OPTION…: compiles standard input, the first lines of a program
  { cat; sed 's/BEGUN/3/' begin/body.txt; } > begin/begin.cu
  begins_as_written "$@"
}
begins_as_written() {
  check "a program begins, $(head -n 3 begin/begin.cu | tr '\n' ';') $*" 0 \
    "$lenscc" "$@" begin/begin.cu -o begin/begin
  check "$what, run" 0 begin/begin
}
printf '#pragma once\n#include <stdio.h>\n#include "cuda_runtime.h"\n' > begin/own/first.h
for include in '"cuda_runtime.h"' '<cuda_runtime.h>' '"cuda_runtime_api.h"' '<cuda.h>' \
  '"device_launch_parameters.h"' '"own/first.h"'; do
  echo "#include $include" | begins
done
for options in -O3 '-O0 -std=c++14' --quick --trace-host; do
  # shellcheck disable=SC2086 # options
  echo '#include "cuda_runtime.h"' | begins $options
done
printf '#include <vector>\n#include <cstdio>\n#include "cuda_runtime.h"\n' | begins
printf '#include "cuda_runtime.h"\n' | begins -I begin/own -I "$work/toolkit"
printf '#include "first.h"\n' | begins -I begin/own
printf '#include "first.h"\n' | begins -iquote begin/own -iquote toolkit
printf '#include <stdio.h>\n' | begins -include cuda_runtime.h
printf '#include <stdio.h>\n' | begins -include begin/own/first.h
export CPATH="$work/toolkit:$work/begin"
printf '#include "cuda_runtime.h"\n' | begins
unset CPATH
# as in NVIDIA's template for Visual Studio: a byte order mark, and lines that end in CR LF
printf '\357\273\277\r\n#include "cuda_runtime.h"\r\n#include "device_launch_parameters.h"\r\n\r\n' > begin/crlf.txt
printf '#include <stdio.h>\r\n#pragma comment(lib, "cudart.lib")\r\n' >> begin/crlf.txt
{ cat begin/crlf.txt; sed 's/BEGUN/3/; s/$/\r/' begin/body.txt; } > begin/begin.cu
begins_as_written
# a header of the same name belongs only to the program in the same folder
printf '#include <stdio.h>\n#define BEGUN 3\n' > begin/same/cuda_runtime.h
{ echo '#include "cuda_runtime.h"'; cat begin/body.txt; } > begin/same/beside.cu
{ printf '#include <cuda_runtime.h>\n#ifdef BEGUN\n#error "of another program"\n#endif\n#define BEGUN 3\n'
  cat begin/body.txt; } > begin/same/system.cu
for file in beside system; do
  check "a header of the same name, $file" 0 "$lenscc" begin/same/$file.cu -o begin/begin
  check "$what, run" 0 begin/begin
  check "$what, in its folder" 0 sh -c 'cd begin/same && "$1" "$2" -o begin' - "$lenscc" $file.cu
  check "$what, run" 0 begin/same/begin
done
{ printf '\377\376'; printf '\n\0'; } > begin/utf16.cu
check "UTF-16" 1 "$lenscc" begin/utf16.cu -o begin/begin
says "save it as UTF-8"

# ---- a program in five files, built by a Makefile ----
cat > parts.cuh <<'END'
#pragma once
extern __device__ int twice(int);
extern __device__ int added;
extern __constant__ int table[2];
END
cat > main.cu <<'END'
#include "cuda_runtime.h"
#include "parts.cuh"
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_max_threads() 1
#endif
int host_part(const int *);
extern "C" int c_part(void);
__global__ void k(int *x) { x[threadIdx.x] = twice(threadIdx.x) + added + table[1]; }
int main() {
  int *x, y[32], t[2] = {5, 7}, n = 0;
  auto square = [] __host__ __device__(int a) { return a * a; };
  cudaMalloc(&x, sizeof y);
  cudaMemcpyToSymbol(table, t, sizeof t);
  k<<<1, 32>>>(x);
  cudaMemcpy(y, x, sizeof y, cudaMemcpyDefault);
  cudaFree(x);
#pragma omp parallel reduction(+ : n)
  n += omp_get_max_threads() > 0;
  return y[3] + host_part(y) + c_part() + (n > 0) + square(2);
}
END
cat > parts.cu <<'END'
#include "parts.cuh"
__device__ int added = 100;
__constant__ int table[2];
__device__ int twice(int x) { return 2 * x; }
END
cat > host.cpp <<'END'
#include <cuda_runtime.h>
#include <algorithm>
int host_part(const int *y) { // where neither blockDim nor min is CUDA's
  dim3 blockDim(2), gridDim(3);
  cudaDeviceProp device;
  cudaLaunchConfig_t config = {};
  config.gridDim = gridDim;
  auto min = [](int a, int b) { return a < b ? a : b; };
  cudaGetDeviceProperties(&device, 0);
  return min(device.warpSize, (int)(blockDim.x + config.gridDim.x)) - 5 + std::max(0, y[0] - 107);
}
END
echo 'int c_part(void) { return 0; }' > part.c
cat > Makefile <<'END'
NVCC = nvcc
ARCH = -gencode arch=compute_70,code=sm_70 -gencode=arch=compute_80,code=\"sm_80,compute_80\" \
       -arch=sm_70 -arch sm_70 --gpu-architecture=sm_70
FLAGS = -O3 $(ARCH) -std=c++14 --std c++11 -rdc=true -lineinfo --generate-line-info -G -g -m64 \
        --use_fast_math -ftz=true -prec-div=false --fmad=false -maxrregcount=32 --maxrregcount 32 \
        -Xptxas -v --ptxas-options=-v,-O3 --resource-usage -Xnvlink -v -Xcudafe --diag_suppress=1 \
        -diag-suppress 177 --expt-relaxed-constexpr --expt-extended-lambda -Wno-deprecated-gpu-targets \
        -ccbin g++ --compiler-bindir=/usr/bin -t 4 --threads=0 --default-stream per-thread --keep \
        -Werror cross-execution-space-call -Xcompiler -Wall,-Wextra -Xcompiler "-O2 -fopenmp" \
        --compiler-options=-fno-strict-aliasing -restrict -I toolkit -isystem toolkit -Itoolkit
LIBS = -L/usr/local/cuda/lib64 -lcudart -lcuda -lcudadevrt -lcublas -cudart static -lm \
       -Xlinker -rpath,/nowhere -Xcompiler -fopenmp
program: main.o parts.o host.o part.o
	$(NVCC) $(ARCH) -o $@ $^ $(LIBS)
%.o: %.cu
	$(NVCC) $(FLAGS) -dc -MMD -MP $< -o $@
%.o: %.cpp
	$(NVCC) $(FLAGS) -c $< -o $@
%.o: %.c
	$(NVCC) -O3 --compile $< -o $@
-include main.d
END
# clang may be installed without OpenMP
printf '#include <omp.h>\nint main() { return omp_get_max_threads() < 1; }\n' > omp.cu
openmp=-fopenmp
if ! "$lenscc" -fopenmp omp.cu -o omp > out.txt 2>&1; then
  echo "SKIPPED: no OpenMP"
  openmp=-fno-math-errno
  sed "s/-fopenmp/$openmp/" Makefile > Makefile.new && mv Makefile.new Makefile
  sed '/pragma omp/d' main.cu > main.new && mv main.new main.cu
fi
if command -v make > make.path; then
  check "make NVCC=lenscc" 0 make NVCC="\"$lenscc\""
  [ "$(grep -vc lenscc out.txt)" -eq 0 ] || fault "make NVCC=lenscc says something"
  check "what make has built" 118 ./program
  check "nothing to do" 0 make NVCC="\"$lenscc\""
  says "up to date"
  touch parts.cuh
  check "a header has changed" 0 make -n NVCC="\"$lenscc\""
  says "main.cu"
else
  echo "SKIPPED: no make"
fi
check "all files in one call" 0 "$lenscc" -rdc=true -Xcompiler $openmp -o all main.cu parts.cu \
  host.cpp part.c
check "the program of one call" 118 ./all
check "without -rdc=true no file knows another's variables" 1 "$lenscc" $openmp -o none main.cu \
  parts.cu host.cpp part.c

# Tests a Makefile that uses the toolkit's folder, and g++ for host files and linking.
cp main.cu plain.cu
cat > Makefile.home <<'END'
CUDA_HOME ?= /usr/local/cuda
CXX = g++
whole: plain.o parts.o host2.o part.o
	$(CXX) -o $@ $^ -L"$(CUDA_HOME)/lib64" -lcudart -lcuda
%.o: %.cu
	"$(CUDA_HOME)/bin/nvcc" -arch=sm_70 -rdc=true -expt-extended-lambda -I"$(CUDA_HOME)/include" -c $< -o $@
host2.o: host.cpp
	$(CXX) -O2 -I"$(CUDA_HOME)/include" -c $< -o $@
END
toolkit=$(dirname "$(dirname "$lenscc")")/cuda
if command -v make > make.path && command -v g++ > g++.path; then
  check "make CUDA_HOME=…/cuda" 0 make -f Makefile.home CUDA_HOME="$toolkit"
  check "what g++ has linked" 118 ./whole
  check "g++ and -lcudart_static" 0 g++ -o static plain.o parts.o host2.o part.o -L"$toolkit/lib64" \
    -lcudart_static -lrt -lpthread -ldl
  check "what was linked so" 118 ./static
fi

# ---- other ways to compile ----
printf 'int main() { return sizeof(typeof(1)) + GIVEN; }\n' > plain.txt
check "-x cu" 0 "$lenscc" -x cu --define-macro GIVEN=3 plain.txt -o plain
check "a program of -x cu" 7 ./plain
check "-run" 7 "$lenscc" -x cu -D GIVEN=3 plain.txt -o plain -run
printf -- '-x cu\n-DGIVEN=4 # a comment\n-o "plain 2"\n' > words.txt
check "@file" 0 "$lenscc" @words.txt plain.txt
check "the program of @file" 8 "./plain 2"
mkdir objects
check "-odir" 0 "$lenscc" -c -odir objects main.cu parts.cu -rdc=true $openmp
[ -e objects/main.o ] && [ -e objects/parts.o ] || fault "-odir: no objects"
check "-lib" 0 "$lenscc" -lib objects/parts.o host.cpp part.c -o libparts.a
check "-dlink" 0 "$lenscc" -dlink objects/main.o libparts.a -o link.o
check "linking all of them" 0 "$lenscc" objects/main.o link.o libparts.a $openmp -o linked
check "what was linked" 118 ./linked
check "-M" 0 "$lenscc" -MM main.cu
says "main.o: main.cu parts.cuh"
check "-MD" 0 "$lenscc" -rdc=true $openmp -c main.cu -o m.o -MD -MF deps -MT target
says "target: main.cu" deps
says "parts.cuh" deps
says "cuda_runtime.h" deps
check "-E" 0 "$lenscc" -E -DGIVEN=41 -x cu plain.txt
says "+ 41"
check "-dryrun" 0 "$lenscc" -dryrun -c parts.cu -o nothing.o
says "parts.cu"
[ ! -e nothing.o ] || fault "-dryrun: an object was made"
check "--version" 0 "$lenscc" --version
says "release 12.0, V12.0"
says "lens"
check "-V" 0 "$lenscc" -V

printf 'int main() { return cudaThreadSynchronize() + cudaThreadExit(); }\n' > old.cu
check "names of older versions" 0 "$lenscc" old.cu -o old
says "deprecated"
check "a program of an older version" 0 ./old

# ---- what is wrong ----
check "an unknown option" 2 "$lenscc" --frobnicate main.cu
says "unknown option --frobnicate"
check "an unknown option of the host compiler" 1 "$lenscc" -c -Xcompiler -frobnicate parts.cu
says "-frobnicate"
check "code of a GPU" 2 "$lenscc" -ptx main.cu
says "-ptx: the lens compiles for the CPU"
check "no value" 2 "$lenscc" main.cu -arch
says "-arch needs an argument"
check "a sanitizer" 2 "$lenscc" -c -Xcompiler -fsanitize=address main.cu
says "the lens checks memory itself"
check "32 bits" 2 "$lenscc" -m 32 main.cu
check "another kind of file" 2 "$lenscc" Makefile
check "no such file of options" 2 "$lenscc" @missing.txt

# ---- libraries: cuBLAS may be set up, and cuda.h included; what is used beyond that is refused ----
cat > taken.cu <<'END'
#include <cublas_v2.h>
#include <cublasLt.h>
#include <cuda.h>
#include <cuComplex.h>
#include <device_functions.h>
#include <math_constants.h>
#include <texture_types.h>
#if 0
#include <cufft.h>
#endif
__global__ void k(cuFloatComplex *x) { x[0] = cuCmulf(x[0], cuConjf(x[1])); }
int main() {
  cublasHandle_t handle = 0; /* it may be made and set: it computes nothing */
  if (cublasCreate(&handle) || cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH)) return 1;
  if (cublasSetStream(handle, 0)) return 1;
  if (cublasDestroy(handle) || cublasDestroy(0) != CUBLAS_STATUS_NOT_INITIALIZED) return 1;
  cuDoubleComplex a = cuCdiv(make_cuDoubleComplex(3, 4), make_cuDoubleComplex(0, 1));
  return a.x == 4 && a.y == -3 && cuCabs(a) == 5 && CUDART_PI_F > 3 ? 0 : 1;
}
END
check "headers of libraries" 0 "$lenscc" -Werror taken.cu -o taken
check "types of libraries" 0 ./taken
cat > calls.cu <<'END'
#include <cublas_v2.h>
#include <cuda.h>
#define CHECK(call) do { if ((call) != CUBLAS_STATUS_SUCCESS) return 1; } while (0)
int main() {
  cublasHandle_t handle;
  float a = 1, *x = 0;
  CHECK(cublasCreate(&handle));
  CHECK(cublasSgemm(handle, CUBLAS_OP_N, 1, 1, 1, &a, x, 1, x, 1, &a, x, 1));
  cuCtxSynchronize();
  CHECK(cublasSscal(handle, 1, &a, x, 1));
  CHECK(cublasDestroy(handle));
}
END
cp calls.cu calls.cpp
for file in calls.cu calls.cpp; do
  check "calls of libraries in $file" 1 "$lenscc" -c "$file"
  says "'cublasSgemm': cuBLAS runs on a GPU only"
  says "$file:8:"
  counted 1 "'cublas"
  says "2 more: cuBLAS"
  says "$file:9:3: error: 'cuCtxSynchronize': the driver API does not run on the lens"
done
printf '#include <cuda.h>\nint main() { return cuStrange(); }\n' > strange.cu
check "an undeclared function of no library" 1 "$lenscc" -c strange.cu
lacks "driver API"

# If a library does not run at all, its #include is refused.
refused_include() { # HEADER MESSAGE
  printf '#include <%s>\n' "$1" | tee library.h > library.cpp
  printf '#include "library.h"\nint main() { return 0; }\n' > library.cu
  for file in library.cu library.cpp; do
    check "$1 in $file" 1 "$lenscc" -c "$file"
    says "error: <$1>: $2"
    counted 1 "error"
  done
}
refused_include cufft.h "cuFFT runs on a GPU only and not on the lens; write the operation as a kernel"
refused_include cusparse.h "cuSPARSE runs on a GPU only and not on the lens"
refused_include curand_kernel.h "cuRAND runs on a GPU only and not on the lens; make the numbers on the host"
refused_include nvtx3/nvToolsExt.h "NVTX marks ranges for a profiler"
refused_include thrust/sort.h "CUB and Thrust do not run on the lens; write the scan"
printf 'namespace thrust { inline int force() { return 5; } }\nint main() { return thrust::force(); }\n' > own.cu
check "a namespace of one's own" 0 sh -c '"$1" own.cu -o own && { ./own; [ $? -eq 5 ]; }' - "$lenscc"
printf '#include "missing.h"\n#if 0\n#include <thrust/sort.h>\n#endif\nint main() {}\n' > other.cu
check "another header is missing" 1 "$lenscc" -c other.cu
says "missing.h"
lacks "thrust"

# ---- the precompiled headers that every .cu begins with ----
cat > begin.cu <<'END'
#include <cstdio>
__global__ void k(int *x) { atomicAdd(x, (int)blockDim.x); }
int main() {
  int *x;
  cudaMalloc(&x, sizeof *x);
  cudaMemset(x, 0, sizeof *x);
  k<<<2, 64>>>(x);
  return cudaDeviceSynchronize();
}
END
prepared=$(dirname "$lenscc")/../lens-headers
taken() { # taken N OPTIONS…: gcc's -H marks with "!" what it takes
  marks=$1
  shift
  check "precompiled headers, $*" 0 "$lenscc" "$@" -v -Xcompiler -H -c begin.cu -o begin.o
  counted "$marks" '! '
}
if [ -e "$prepared/traced/lens_shim/prelude.h.gch" ]; then
  taken 1 -I. -DSL_REAL_IS_DOUBLE -O2 -g -lineinfo -std=c++17 -Wall
  [ ! -e "$prepared/plain/lens_shim/prelude.h.gch" ] || says 'lens-headers/plain'
  taken 1 -O3
  lacks 'lens-headers/plain' # the precompiled header is only for -O2
  for option in -std=c++20 -DNDEBUG=1 -Xcompiler=-fno-rtti -Xcompiler=-fwrapv -O0; do
    taken 0 "$option"
  done
  echo 'int main() { return __popc(3); }' > of_device.cu
  check "names of what was kept" 1 "$lenscc" -c of_device.cu -o begin.o
  says "'__popc' is a device function"
  # the code must be the same, to the last instruction
  check "with precompiled headers" 0 "$lenscc" -c begin.cu -o begin.o
  objdump -dr begin.o | sed 's/lens[0-9][0-9]*[._]//' > with.txt
  check "without" 0 "$lenscc" -Xcompiler -pipe -c begin.cu -o begin.o
  objdump -dr begin.o | sed 's/lens[0-9][0-9]*[._]//' > without.txt
  check "precompiled headers change no code" 0 cmp with.txt without.txt
fi

echo 'int main() { return std::riemann_zeta(2.0) > 1.6 ? 0 : 1; }' > special.cu
{ echo '#include <cmath>' && cat special.cu; } > special_cmath.cu
check "<cmath> has the special functions" 0 "$lenscc" --quick -c special_cmath.cu
check "-E" 0 "$lenscc" -E special_cmath.cu
if grep -q 'lens/include/cmath"' out.txt; then # the compiler must search this folder first
  check "cuda_runtime.h leaves them out" 1 "$lenscc" --quick -c special.cu
fi

[ "$failures" -eq 0 ] && echo "all passed"
exit "$((failures > 0))"
