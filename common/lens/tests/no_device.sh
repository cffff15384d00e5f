#!/bin/sh
# no_device.sh LENSCC DEVICE: without a device, a report has no predicted times; everything else in it is
# the same as with one.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/program.cu" <<'END'
#include <cuda_runtime.h>
__global__ void add(int n, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += x[i];
  if (i % 100 == 0) y[0] = x[i] + i; // several threads: a race
}
int main() {
  const int n = 1000;
  float zeros[n] = {0}, *x, *y;
  cudaMalloc(&x, sizeof zeros);
  cudaMalloc(&y, sizeof zeros);
  cudaMemcpy(x, zeros, sizeof zeros, cudaMemcpyHostToDevice);
  cudaMemset(y, 0, sizeof zeros);
  for (int i = 0; i < 2; i++) add<<<(n + 127) / 128, 128>>>(n, x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
END
"$1" "$folder/program.cu" -o "$folder/program"
export LENS_THREADS=1
unset LENS_DEVICE
LENS_REPORT="$folder/without" "$folder/program"
LENS_DEVICE=$2 LENS_REPORT="$folder/with" "$folder/program"
tab=$(printf '\t')
times="^\\(gpu\\|predicted\\|stretches\\|spent\\)$tab"
if grep "$times" "$folder/without"; then
  echo "no_device.sh: these lines were written without a device" >&2
  exit 1
fi
for word in gpu predicted stretches spent; do
  grep -q "^$word$tab" "$folder/with" || {
    echo "no_device.sh: no line '$word' was written with a device" >&2
    exit 1
  }
done
grep -v "$times" "$folder/with" >"$folder/rest"
grep -q "^finding$tab" "$folder/rest"
cmp "$folder/rest" "$folder/without"
