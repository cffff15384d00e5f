/* pitched.c: arrays of two and three dimensions, which are copied and set row by row. */
#include "api.h"

#undef cudaMalloc

enum { PITCH = 512 };

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height) {
  if (!LENS_API_FILLS(pitch) || width > SIZE_MAX - (PITCH - 1))
    return lens_api_error(cudaErrorInvalidValue);
  *pitch = (width + PITCH - 1) / PITCH * PITCH;
  if (height > 0 && *pitch > SIZE_MAX / height) return lens_api_error(cudaErrorMemoryAllocation);
  return cudaMalloc(pointer, *pitch * height);
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind) {
  if (width > to_pitch || width > from_pitch) return lens_api_error(cudaErrorInvalidPitchValue);
  cudaError_t error = cudaSuccess;
  lens_rows_begin();
  for (size_t row = 0; row < height && error == cudaSuccess; row++)
    error =
        cudaMemcpy((char *)to + row * to_pitch, (const char *)from + row * from_pitch, width, kind);
  lens_rows_end();
  return error;
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream) {
  lens_stream_begin(stream, "cudaMemcpy2DAsync");
  cudaError_t error = cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind);
  lens_stream_end();
  return error;
}

cudaError_t cudaMemset2D(void *to, size_t pitch, int value, size_t width, size_t height) {
  if (width > pitch) return lens_api_error(cudaErrorInvalidPitchValue);
  cudaError_t error = cudaSuccess;
  lens_rows_begin();
  for (size_t row = 0; row < height && error == cudaSuccess; row++)
    error = cudaMemset((char *)to + row * pitch, value, width);
  lens_rows_end();
  return error;
}

cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
  lens_stream_begin(stream, "cudaMemset2DAsync");
  cudaError_t error = cudaMemset2D(to, pitch, value, width, height);
  lens_stream_end();
  return error;
}

/* ---- three dimensions: planes of `ysize` rows -------------------------------------------------
 */

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pointer, struct cudaExtent extent) {
  if (!LENS_API_FILLS(pointer)) return lens_api_error(cudaErrorInvalidValue);
  if (extent.depth > 0 && extent.height > SIZE_MAX / extent.depth)
    return lens_api_error(cudaErrorMemoryAllocation);
  *pointer = make_cudaPitchedPtr(NULL, 0, extent.width, extent.height);
  return cudaMallocPitch(&pointer->ptr, &pointer->pitch, extent.width,
                         extent.height * extent.depth);
}

static char *plane_of(const struct cudaPitchedPtr *array, struct cudaPos at, size_t plane) {
  size_t row = (at.z + plane) * array->ysize + at.y;
  return (char *)array->ptr + row * array->pitch + at.x;
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr pointer, int value, struct cudaExtent extent) {
  cudaError_t error = cudaSuccess;
  for (size_t plane = 0; plane < extent.depth && error == cudaSuccess; plane++)
    error = cudaMemset2D(plane_of(&pointer, make_cudaPos(0, 0, 0), plane), pointer.pitch, value,
                         extent.width, extent.height);
  return error;
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p) {
  if (!p || !p->srcPtr.ptr || !p->dstPtr.ptr) return lens_api_error(cudaErrorInvalidValue);
  cudaError_t error = cudaSuccess;
  lens_rows_begin();
  for (size_t plane = 0; plane < p->extent.depth && error == cudaSuccess; plane++)
    error = cudaMemcpy2D(plane_of(&p->dstPtr, p->dstPos, plane), p->dstPtr.pitch,
                         plane_of(&p->srcPtr, p->srcPos, plane), p->srcPtr.pitch, p->extent.width,
                         p->extent.height, p->kind);
  lens_rows_end();
  return error;
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p, cudaStream_t stream) {
  lens_stream_begin(stream, "cudaMemcpy3DAsync");
  cudaError_t error = cudaMemcpy3D(p);
  lens_stream_end();
  return error;
}

cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device,
                           size_t bytes) {
  if (to_device != 0 || from_device != 0) return lens_api_error(cudaErrorInvalidDevice);
  return cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice);
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                size_t bytes, cudaStream_t stream) {
  lens_stream_begin(stream, "cudaMemcpyPeerAsync");
  cudaError_t error = cudaMemcpyPeer(to, to_device, from, from_device, bytes);
  lens_stream_end();
  return error;
}
