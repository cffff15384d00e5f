/** @file gpu.h
 *  Whether this machine has a GPU that the kit can use.
 */
#ifndef SL_JUDGE_GPU_H
#define SL_JUDGE_GPU_H

/** NULL when a GPU can be used, else one sentence why not. */
const char *sl_gpu_missing(void);

#endif
