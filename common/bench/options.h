/** @file options.h
 *  The command line of `./lab bench`.
 */
#ifndef SL_BENCH_OPTIONS_H
#define SL_BENCH_OPTIONS_H

#include "base/status.h"
#include "reference/spmv.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { SL_BENCH_MAX_OPTIONS = 64 };

/** A matrix of the bench: its name and its specification. */
typedef struct sl_bench_matrix {
  const char *name;  /**< NULL: `spec` is also the name */
  const char *spec;  /**< large enough to fill a GPU, or as small as the real matrix of that name */
  const char *quick; /**< a small matrix of the same kind, for --quick */
} sl_bench_matrix;

/** The standard matrices, in the order in which they are measured. */
extern const sl_bench_matrix sl_bench_matrices[];
extern const size_t sl_bench_num_matrices;

typedef struct sl_bench_options {
  unsigned labs; /**< bit n: lab n takes part; 0: all of them do */
  bool peers;    /**< cuSPARSE takes part */
  bool quick;
  bool rungs;           /**< the ladder of one lab: its contestants in the order of its file */
  bool tuned;           /**< of the textbook kernels, only those without a conversion take part */
  bool precision_given; /**< false: all matrices are measured in f32, then in f64 */
  sl_precision precision;
  const char *csv; /**< NULL: none */
  sl_bench_matrix matrices[SL_BENCH_MAX_OPTIONS];
  size_t num_matrices;
} sl_bench_options;

/** Parses the arguments after `bench`; arguments[0] is skipped. Without -m the matrices are the
 *  standard ones. Errors: SL_ERR_USAGE. */
sl_status sl_bench_options_parse(int count, const char *const arguments[], sl_bench_options *out);

/** The name of option number `index`, or NULL after the last one. */
const char *sl_bench_option_name(size_t index);

/** Whether the option takes a value. */
bool sl_bench_option_takes_value(const char *option);

/** Whether the contestant in `file` takes part: "solutions/02-ell/fast.cu" belongs to lab 2,
 *  "cusparse" to no lab. `converts`: the contestant is a textbook kernel that needs a
 *  conversion, or a transpose. */
bool sl_bench_options_want(const sl_bench_options *options, const char *file, bool converts);

/** Whether contestants of this kind take part. Those of lab 5 transpose, those of all other labs
 * multiply. */
bool sl_bench_options_want_transpose(const sl_bench_options *options);
bool sl_bench_options_want_spmv(const sl_bench_options *options);

/** Whether the only chosen lab is the one whose contestants solve linear systems. A separate
 *  program times these. */
bool sl_bench_options_want_solvers(const sl_bench_options *options);

#ifdef __cplusplus
}
#endif
#endif
