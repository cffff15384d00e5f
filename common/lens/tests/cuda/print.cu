// print.cu: the output of kernels is ordered by warps, in lock step, and by blocks, and nothing is
// lost if a kernel fails.
#include "check.h"

#include <cstdio>
#include <cstring>
#include <unistd.h>

__global__ void rounds(int n) {
  int t = threadIdx.x;
  printf("block %d thread %d\n", blockIdx.x, t);
  for (int r = 0; r < n; r++) printf("r%dt%d ", r, t);
  if (t % 2) {
    printf("odd\n");
  } else {
    printf("even %s\n", t ? "two" : "zero");
  }
  printf(".");
}

__global__ void long_text(const char *) {
  printf("%0600d|%5.2f|%c\n", 7, 1.5, 'x');
}

__global__ void many(int n) {
  for (int i = 0; i < n; i++) {
    if (i % 100 == 99) printf("%d:%d\n", threadIdx.x, i);
  }
}

__global__ void fails(int *x) {
  printf("before %d\n", threadIdx.x);
  if (threadIdx.x == 1) x[100] = 1; // BUG out-of-bounds write x
  printf("behind %d\n", threadIdx.x);
}

static char got[1 << 16];

// Captures the output until printed() is called.
static int saved;
static FILE *page;

static void begin() {
  fflush(stdout);
  saved = dup(1);
  page = tmpfile();
  dup2(fileno(page), 1);
}

static bool printed(const char *wanted, const char *or_that = "") {
  cudaDeviceSynchronize();
  fflush(stdout);
  dup2(saved, 1);
  close(saved);
  rewind(page);
  size_t length = fread(got, 1, sizeof got - 1, page);
  got[length] = '\0';
  fclose(page);
  if (strcmp(got, wanted) == 0 || strcmp(got, or_that) == 0) return true;
  fprintf(stderr, "printed:\n%s\nwanted:\n%s\n", got, wanted);
  return false;
}

int main() {
  bool right = true;
  begin();
  printf("host\n");
  rounds<<<3, 3>>>(2);
  cudaDeviceSynchronize();
  printf("done\n");
#define BLOCK(b)                                                                                   \
  "block " b " thread 0\nblock " b " thread 1\nblock " b " thread 2\nr0t0 r0t1 r0t2 r1t0 r1t1 "    \
  "r1t2 "
#define REST       "odd\neven zero\neven two\n..."
#define OTHER_REST "even zero\neven two\nodd\n..."
  // either side of a branch may come first
  right &=
      printed("host\n" BLOCK("0") REST BLOCK("1") REST BLOCK("2") REST "done\n",
              "host\n" BLOCK("0") OTHER_REST BLOCK("1") OTHER_REST BLOCK("2") OTHER_REST "done\n");

  begin();
  long_text<<<1, 1>>>(nullptr);
  char wanted[640];
  snprintf(wanted, sizeof wanted, "%0600d|%5.2f|%c\n", 7, 1.5, 'x');
  right &= printed(wanted);

  begin();
  many<<<1, 2>>>(1000);
  static char lines[1000];
  for (int i = 99; i < 1000; i += 100)
    for (int t = 0; t < 2; t++) snprintf(lines + strlen(lines), 16, "%d:%d\n", t, i);
  right &= printed(lines);

  int *x;
  cudaMalloc(&x, 16);
  begin();
  fails<<<1, 3>>>(x);
  right &= printed("before 0\nbefore 1\nbefore 2\nbehind 0\nbehind 2\n");
  return right ? check_annotations(__FILE__) : 1;
}
