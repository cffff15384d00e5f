// control.cu: what any compiler of the kit can compile. Where it cannot, the machine is at fault.
__global__ void set_to_one(int *numbers) {
  numbers[threadIdx.x] = 1;
}

int main() {
  int *numbers = nullptr;
  if (cudaMalloc(&numbers, 32 * sizeof(int)) != cudaSuccess) return 1;
  set_to_one<<<1, 32>>>(numbers);
  return cudaFree(numbers) != cudaSuccess;
}
