// elements.cu: indices and lengths are those of the array as declared, whatever the size of the
// access. Findings name members, and all indices of arrays of arrays.
#include "check.h"

#include <cstdint>

struct pair {
  float x, y;
};
struct particle {
  double mass;
  pair at[3];
  unsigned used : 1;
  int cell = 0;

private:
  int own;
};
typedef struct {
  int key;
  float value;
} entry;
namespace inner {
template <class T> struct vector {
  T x, y;
};
} // namespace inner

__device__ int table[3][4];
__constant__ float factors[5];

__global__ void wrong(double *batch, double *odd, int *a, void *any, particle *p, entry *e,
                      inner::vector<float> *v, float4 *w, float (*row)[4], entry *fresh) {
  __shared__ uint8_t bins[8];
  __shared__ float square[4][6];
  extern __shared__ double numbers[];
  int t = threadIdx.x;
  switch (blockIdx.x) {
  case 0:
    ((uint32_t *)bins)[t] = 0; // BUG out-of-bounds write bins: bins[8], where bins has 8 elements
    break;
  case 1:
    ((double2 *)batch)[t] = make_double2(0, 0); // BUG out-of-bounds write batch: batch[28], where batch has 28 elements
    break;
  case 2:
    ((double2 *)odd)[t] = make_double2(0, 0); // BUG out-of-bounds write odd: odd[3], where odd has 3 elements
    break;
  case 3:
    if (t == 0) ((char *)a)[-1] = 0; // BUG out-of-bounds write a: a[-1], where a has 1000 elements
    break;
  case 4:
    ((short *)any)[t] = 0; // BUG out-of-bounds write any: any[15], where any has 15 elements
    break;
  case 5:
    p[t].cell = 1; // BUG out-of-bounds write p: p[3].cell: writes outside
    break;
  case 6:
    if (t == 0) p[-1].at[2].y = 1; // BUG out-of-bounds write p: p[-1].at[2].y: writes outside
    break;
  case 7:
    e[t].value = 1; // BUG out-of-bounds write e: e[6].value: writes outside
    break;
  case 8:
    v[t].y = 1; // BUG out-of-bounds write v: v[6].y: writes outside
    break;
  case 9:
    w[t].z = 1; // BUG out-of-bounds write w: w[3].z: writes outside
    break;
  case 10:
    row[t][1] = 1; // BUG out-of-bounds write row: row[3][1]: writes outside
    break;
  case 11:
    if (t < 5) square[t][5] = 1; // BUG out-of-bounds write square: square[4][5]: writes outside
    break;
  case 12:
    numbers[t] = 1; // BUG out-of-bounds write numbers: numbers[3], where numbers has 3 elements
    break;
  case 13:
    if (t < 4) table[t][0] = 1; // BUG out-of-bounds write table: table[3][0]: writes outside
    break;
  case 14:
    if (t < 6) a[t] = factors[t]; // BUG out-of-bounds read factors: factors[5], where factors has 5 elements
    break;
  case 15:
    if (t == 0) a[9] = fresh[2].value; // BUG uninitialised read fresh: fresh[2].value: nothing was
    break;
  }
}

int main() {
  double *batch, *odd;
  int *a;
  void *any;
  particle *p;
  entry *e, *fresh;
  inner::vector<float> *v;
  float4 *w;
  float(*row)[4];
  cudaMalloc(&batch, 28 * sizeof *batch);
  cudaMalloc(&odd, 3 * sizeof *odd);
  cudaMalloc((void **)&a, 4000);
  cudaMalloc(&any, 30);
  cudaMalloc(&p, 3 * sizeof *p);
  cudaMalloc(&e, 6 * sizeof *e);
  cudaMalloc(&v, 6 * sizeof *v);
  cudaMalloc(&w, 3 * sizeof *w);
  cudaMalloc(&row, 3 * sizeof *row);
  cudaMalloc(&fresh, 6 * sizeof *fresh);
  wrong<<<16, 16, 24>>>(batch, odd, a, any, p, e, v, w, row, fresh);
  if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) return 1;
  return check_annotations(__FILE__);
}
