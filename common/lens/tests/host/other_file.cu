// other_file.cu: shares memory with host code of another file, which is not traced.
float *shared_memory(int n) {
  float *y = nullptr;
  cudaMallocManaged(&y, n * sizeof *y);
  return y;
}
static int calls;
int count_calls() {
  return ++calls;
}
