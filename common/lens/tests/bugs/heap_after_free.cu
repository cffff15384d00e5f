// heap_after_free.cu: a kernel reads memory that it has allocated and freed.
#include "check.h"

struct Node {
  int value;
  Node *next;
};

__global__ void list(int *out) {
  Node *head = new Node{1, nullptr};
  head = new Node{2, head};
  int sum = 0;
  for (Node *at = head; at;) {
    sum += at->value;
    Node *gone = at;
    delete gone;
    at = gone->next; // BUG use after free malloc()
  }
  out[0] = sum;
}

int main() {
  int *out;
  cudaMalloc(&out, 4);
  list<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  return check_annotations(__FILE__);
}
