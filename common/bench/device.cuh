/** @file device.cuh
 *  What the programs of the bench share: calls that must not fail, and why a format is left out.
 */
#ifndef SL_BENCH_DEVICE_CUH
#define SL_BENCH_DEVICE_CUH

#include "bench/contest.h"
#include "bench/convert.cuh"
#include "bench/table.h"

/** Ends the program if a call of the bench itself fails, because later results of the device would
 *  be meaningless. */
void bench_must(cudaError_t error, const char *what);
#define BENCH_MUST(call) bench_must((call), #call)

/** Describes the run: device, driver, CUDA version and date. */
sl_bench_run bench_describe_run();

/** Checks that there is a device. Errors: SL_ERR_MISSING, with the reason. */
sl_status bench_find_device();

/** Formats a reason that `prepare` can return. The text stays valid for a few more calls. */
const char *bench_reason(const char *format, ...);

/** A format with more than this many slots per entry is not worth measuring. */
enum { BENCH_MOST_PADDING = 10 };

/** Returns NULL, or why a format with so many slots is not measured. */
const char *bench_padding_trouble(const bench_csr *a, long long slots);

#endif
