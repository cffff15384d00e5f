// device_query.cu: prints the properties of the device, and the result of an occupancy query.
#include <cstdio>
#include <cstdlib>

__global__ void MyKernel(int *array, int arrayCount) {
  int idx = threadIdx.x + blockIdx.x * blockDim.x;
  if (idx < arrayCount) array[idx] *= array[idx];
}

static int squares(int n) {
  int blockSize, minGridSize, maxActiveBlocks, device, *array;
  cudaDeviceProp props;
  cudaOccupancyMaxPotentialBlockSize(&minGridSize, &blockSize, MyKernel, 0, n);
  int gridSize = (n + blockSize - 1) / blockSize;
  cudaMallocManaged(&array, n * sizeof(int));
  for (int i = 0; i < n; i++) array[i] = i;
  MyKernel<<<gridSize, blockSize>>>(array, n);
  cudaDeviceSynchronize();
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&maxActiveBlocks, MyKernel, blockSize, 0);
  cudaGetDevice(&device);
  cudaGetDeviceProperties(&props, device);
  float occupancy = (maxActiveBlocks * blockSize / props.warpSize) /
                    (float)(props.maxThreadsPerMultiProcessor / props.warpSize);
  printf("Launched blocks of size %d. Theoretical occupancy: %f\n", blockSize, occupancy);
  int wrong = occupancy <= 0 || occupancy > 1;
  for (int i = 0; i < n; i++) wrong += array[i] != i * i;
  cudaFree(array);
  return wrong;
}

int main() {
  int deviceCount = 0, driver = 0, runtime = 0, value = 0;
  cudaError_t error_id = cudaGetDeviceCount(&deviceCount);
  if (error_id != cudaSuccess) {
    printf("cudaGetDeviceCount returned %d\n-> %s\n", error_id, cudaGetErrorString(error_id));
    exit(EXIT_FAILURE);
  }
  if (deviceCount == 0) puts("There are no available device(s) that support CUDA");
  for (int dev = 0; dev < deviceCount; ++dev) {
    cudaSetDevice(dev);
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, dev);
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    printf("Device %d: \"%s\"\n", dev, p.name);
    printf("  Driver / Runtime Version       %d.%d / %d.%d\n", driver / 1000, driver % 100 / 10,
           runtime / 1000, runtime % 100 / 10);
    printf("  Capability                     %d.%d\n", p.major, p.minor);
    printf("  Multiprocessors                %d\n", p.multiProcessorCount);
    printf("  Constant memory                %zu bytes\n", p.totalConstMem);
    printf("  Shared memory per block        %zu bytes\n", p.sharedMemPerBlock);
    printf("  Warp size                      %d\n", p.warpSize);
    printf("  Block                          (%d, %d, %d)\n", p.maxThreadsDim[0],
           p.maxThreadsDim[1], p.maxThreadsDim[2]);
    printf("  Grid                           (%d, %d, %d)\n", p.maxGridSize[0], p.maxGridSize[1],
           p.maxGridSize[2]);
    printf("  ECC %s, unified addresses %s, managed memory %s, cooperative launch %s\n",
           p.ECCEnabled ? "yes" : "no", p.unifiedAddressing ? "yes" : "no",
           p.managedMemory ? "yes" : "no", p.cooperativeLaunch ? "yes" : "no");
#if CUDART_VERSION < 13000
    printf("  Clock                          %.0f MHz\n", p.clockRate * 1e-3f);
#endif
    cudaDeviceGetAttribute(&value, cudaDevAttrMaxThreadsPerBlock, dev);
    if (value != p.maxThreadsPerBlock) return 1;
  }
  return squares(5000);
}
