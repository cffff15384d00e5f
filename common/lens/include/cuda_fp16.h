/* cuda_fp16.h: refused by name, so that nobody wonders. */
#error "cuda_fp16.h is not in the lens yet; use float"
