/* cooperative_groups.h: refused by name, so that nobody wonders. */
#error                                                                                             \
    "cooperative_groups.h is not in the lens yet; use __syncthreads and the __shfl_*_sync functions"
