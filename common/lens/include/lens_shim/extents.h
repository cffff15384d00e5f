/* extents.h: makes the structs that describe arrays of two and three dimensions. */
#ifndef LENS_SHIM_EXTENTS_H
#define LENS_SHIM_EXTENTS_H

static inline struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
  struct cudaExtent made = {width, height, depth};
  return made;
}

static inline struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
  struct cudaPos made = {x, y, z};
  return made;
}

static inline struct cudaPitchedPtr make_cudaPitchedPtr(void *pointer, size_t pitch, size_t width,
                                                        size_t height) {
  struct cudaPitchedPtr made = {pointer, pitch, width, height};
  return made;
}

#endif
