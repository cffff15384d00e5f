// update review one warp does most of the work
// There are two levels, and a single warp on the first.
#define HAS_UPDATE
#include "rest-07.h"

static __global__ void update(cg_vectors v) {
  real alpha = v.scalars[CG_ALPHA], rz = 0, rr = 0;
  for (int i = threadIdx.x; i < v.num_rows; i += 32) {
    real r = v.r[i] - alpha * v.q[i], z = v.inverse[i] * r;
    v.x[i] += alpha * v.p[i];
    v.r[i] = r;
    v.z[i] = z;
    rz += r * z;
    rr += r * r;
  }
  v.partial[threadIdx.x] = rz;
  v.partial[32 + threadIdx.x] = rr;
}

static __global__ void add_up(cg_vectors v) {
  real rz = 0, rr = 0;
  for (int i = 0; i < 32; i++) {
    rz += v.partial[i];
    rr += v.partial[32 + i];
  }
  v.scalars[CG_NEW_RZ] = rz;
  v.scalars[CG_RR] = rr;
}

void launch_update(const cg_vectors *v) {
  update<<<1, 32>>>(*v);
  add_up<<<1, 1>>>(*v);
}
