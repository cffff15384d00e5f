// loop review one thread does most of the work
// One thread makes the new direction.
#define HAS_LOOP
#include "rest-07.h"

static __global__ void find_alpha(real *s) {
  s[CG_ALPHA] = s[CG_PQ] > 0 ? s[CG_RZ] / s[CG_PQ] : 0;
}

static __global__ void find_beta(real *s) {
  s[CG_BETA] = s[CG_RZ] > 0 ? s[CG_NEW_RZ] / s[CG_RZ] : 0;
  s[CG_RZ] = s[CG_NEW_RZ];
}

static __global__ void new_direction(cg_vectors v) {
  real beta = v.scalars[CG_BETA];
  for (int i = 0; i < v.num_rows; i++) v.p[i] = v.z[i] + beta * v.p[i];
}

void launch_iterations(const cg_parts *parts, const cg_vectors *v, int count) {
  for (int i = 0; i < count; i++) {
    parts->spmv(parts->matrix, v->num_rows, v->p, v->q);
    parts->dot(v->num_rows, v->p, v->q, v->partial, v->scalars + CG_PQ);
    find_alpha<<<1, 1>>>(v->scalars);
    parts->update(v);
    find_beta<<<1, 1>>>(v->scalars);
    new_direction<<<1, 1>>>(*v);
  }
}
