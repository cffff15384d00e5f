#!/usr/bin/env python3
"""SpMV on numba's CUDA simulator, for bench.py: reads a matrix from standard input as lens-bench
prints it, and prints the seconds of a launch and the sum of the result."""
import os
import statistics
import sys
import time

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"

import numpy  # noqa: E402
from numba import cuda  # noqa: E402

BLOCK = 128


@cuda.jit
def csr_scalar(rows, row_ptr, col_idx, values, x, y):
    row = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if row >= rows:
        return
    total = 0.0
    for k in range(row_ptr[row], row_ptr[row + 1]):
        total += values[k] * x[col_idx[k]]
    y[row] = total


def main():
    lines = sys.stdin.read().splitlines()
    rows = int(lines[0].split()[0])
    row_ptr, col_idx = (numpy.array(line.split(), dtype=numpy.int32) for line in lines[1:3])
    values, x = (numpy.array(line.split(), dtype=numpy.float32) for line in lines[3:5])
    y = cuda.to_device(numpy.zeros(rows, dtype=numpy.float32))
    arrays = [cuda.to_device(it) for it in (row_ptr, col_idx, values, x)]
    seconds = []
    for _ in range(4): # the first launch only warms up
        start = time.perf_counter()
        csr_scalar[(rows + BLOCK - 1) // BLOCK, BLOCK](rows, *arrays, y)
        cuda.synchronize()
        seconds.append(time.perf_counter() - start)
    print(statistics.median(seconds[1:]), float(y.copy_to_host().sum()))


if __name__ == "__main__":
    main()
