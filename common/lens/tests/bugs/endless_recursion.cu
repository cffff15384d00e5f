// endless_recursion.cu: a search in a tree forgets that a leaf has no children.
#include "check.h"

struct node {
  int key, left, right;
};

__device__ int find(const node *tree, int at, int key) {
  if (tree[at].key == key) return at; // BUG stack overflow
  int next = key < tree[at].key ? tree[at].left : tree[at].right;
  return 1 + find(tree, next, key);
}

__global__ void kernel(int n, const node *tree, const int *keys, int *found) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) found[i] = find(tree, 0, keys[i]);
}

int main() {
  const node h[3] = {{5, 1, 2}, {3, 1, 1}, {8, 2, 2}};
  const int keys[4] = {5, 3, 8, 6};
  node *d_tree;
  int *d_keys, *d_found;
  cudaMalloc(&d_tree, sizeof h);
  cudaMalloc(&d_keys, sizeof keys);
  cudaMalloc(&d_found, sizeof keys);
  cudaMemcpy(d_tree, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(d_keys, keys, sizeof keys, cudaMemcpyHostToDevice);
  kernel<<<1, 32>>>(4, d_tree, d_keys, d_found);
  if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) return 1;
  return check_annotations(__FILE__);
}
