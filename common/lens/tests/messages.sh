#!/bin/sh
# messages.sh LENSCC: tests what programs print on standard error besides findings, and the warnings
# of lenscc.
# shellcheck disable=SC2016 # the quotes are those of the messages
set -u
export LC_ALL=C
lenscc=$1
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 3
failed=no

says() {
  if ! grep -qF -- "$1" out; then
    echo "FAILED: \"$1\" is missing in"
    sed 's/^/  /' out
    failed=yes
  fi
}

says_times() {
  count=$(grep -cF -- "$2" out)
  if [ "$count" -ne "$1" ]; then
    echo "FAILED: \"$2\" occurs $count times, not $1 times:"
    sed 's/^/  /' out
    failed=yes
  fi
}

# A failed assertion is printed by each thread, as a GPU prints it.
cat > check.cu << 'END'
#include <cassert>
__global__ void check(int n, const int *x) {
  assert(x[threadIdx.x] < n);
}
int main() {
  int h[64], *d;
  for (int i = 0; i < 64; i++) h[i] = i;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  check<<<1, dim3(32, 2)>>>(31, d);
  return cudaDeviceSynchronize() == cudaErrorAssert ? 0 : 1;
}
END
"$lenscc" check.cu -o check > out 2>&1 && ./check > out 2>&1 || failed=yes
says 'check.cu:3: void check(int, const int*): block: [0,0,0], thread: [31,0,0] Assertion `x[threadIdx.x] < n` failed.'
says_times 2 'Assertion `x[threadIdx.x] < n` failed.'

# Warns about cudaMemset with a value that is not an integer.
cat > set.cu << 'END'
int main() {
  float *d;
  cudaMalloc(&d, 64);
  cudaMemset(d, 0.0f, 64);
  cudaMemset(d, 0, 64);
  cudaMemset(d, 1.0f, 64); // line 6
  return cudaFree(d);
}
END
"$lenscc" set.cu -o set > out 2>&1 && ./set || failed=yes
says_times 1 'cudaMemset sets each byte to the value'
says 'set.cu:6:'

# Warns about extern __shared__ arrays of two types with one name, also in a template.
cat > names.cu << 'END'
__global__ void one(float *y) {
  extern __shared__ float s[];
  *y = s[threadIdx.x];
}
template <class T> __global__ void each(T *y) {
  extern __shared__ T t[];
  *y = t[threadIdx.x];
}
namespace other {
__global__ void one(double *y) {
  extern __shared__ double s[];
  *y = s[threadIdx.x];
}
} // namespace other
#ifdef TWO
__global__ void two(double *y) {
  extern __shared__ double s[]; // line 17
  *y = s[threadIdx.x];
}
#endif
int main() {
  each<float><<<1, 1, 8>>>(nullptr);
#ifdef EACH
  each<double><<<1, 1, 8>>>(nullptr);
#endif
}
END
"$lenscc" -c names.cu > out 2>&1 || failed=yes
says_times 0 extern_shared
"$lenscc" -DTWO -c names.cu > out 2>&1 && failed=yes
says 'names.cu:17:'
says 'extern_shared_s'
"$lenscc" -DEACH -c names.cu > out 2>&1 && failed=yes
says 'names.cu:6:'
says 'extern_shared_t'

# A kernel's output is shown when the host waits for it. A program that ends does not wait.
cat > prints.cu << 'END'
#include <cstdio>
#include <cstdlib>
__global__ void hello() {
  if (threadIdx.x == 0) printf("hello\n");
}
__global__ void silent() {}
int main(int, char **arguments) {
  int way = atoi(arguments[1]);
  cudaStream_t stream;
  cudaEvent_t event;
  cudaStreamCreate(&stream);
  cudaEventCreate(&event);
  hello<<<1, 32, 0, stream>>>(); // line 13
  cudaEventRecord(event, stream);
  silent<<<1, 32, 0, stream>>>();
  if (way == 1) cudaDeviceSynchronize();
  if (way == 2) cudaStreamSynchronize(stream);
  if (way == 3) cudaEventSynchronize(event);
  if (way == 4) cudaDeviceReset();
  if (way == 5) while (cudaStreamQuery(stream) == cudaErrorNotReady) {}
}
END
"$lenscc" prints.cu -o prints > out 2>&1 || failed=yes
./prints 0 > out 2>&1 || failed=yes
says 'prints.cu:13: race: kernel hello prints, but the program ends without waiting for it'
says_times 1 'without waiting'
for way in 1 2 3 4 5; do
  ./prints "$way" > out 2>&1 || failed=yes
  says_times 0 'without waiting'
  says_times 1 'hello'
done

# Leaks are reported in all programs, except in those that end because a call has failed.
cat > gives_up.cu << 'END'
int main(int count, char **) {
  int h[4] = {0}, *d;
  cudaMalloc(&d, sizeof h); // line 3
  if (count > 1 && cudaMemcpy(d, h, 2 * sizeof h, cudaMemcpyHostToDevice) != cudaSuccess) return 1;
  return count > 1 ? 2 : 0;
}
END
"$lenscc" gives_up.cu -o gives_up > out 2>&1 || failed=yes
./gives_up > out 2>&1 || failed=yes
says 'gives_up.cu:3: leak at d'
./gives_up early > out 2>&1 && failed=yes
says 'gives_up.cu:4: out-of-bounds write at d'
says_times 0 'leak'

[ $failed = no ]
