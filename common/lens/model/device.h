/** @file device.h
 *  A GPU as the machine model sees it: sizes, clocks, bandwidths and latencies. The constants are
 *  read from text files with lines `name = value # unit; source`, which measure.cu writes for the
 *  current GPU. Cycles are those of the multiprocessors' clock.
 */
#ifndef LENS_MODEL_DEVICE_H
#define LENS_MODEL_DEVICE_H

#include <stddef.h>

enum { MODEL_MAX_CARVE_OUTS = 16 };

typedef struct model_device {
  char name[64];
  int verified; /**< the constants were measured on the GPU, and predictions compared with it */

  double multiprocessors, clock_ghz, schedulers;
  double warps_per_multiprocessor, blocks_per_multiprocessor, registers_per_multiprocessor;
  double l1_kb;              /**< L1 cache and shared memory together */
  double shared_reserved_kb; /**< shared memory that each block takes in addition to its own */
  double carve_outs_kb[MODEL_MAX_CARVE_OUTS]; /**< sizes that shared memory can have, ascending */
  int num_carve_outs;

  double dependent_cycles; /**< latency between two dependent instructions of a warp */
  double double_cycles;    /**< cycles of a scheduler for an instruction on doubles */
  double exchange_cycles, exchange_issue_cycles; /**< a shuffle: latency, interval */
  double shared_cycles, shared_wavefront_cycles; /**< latency; cycles per wavefront */
  double barrier_cycles, barrier_warp_cycles;    /**< of a barrier; in addition per warp */
  double fence_cycles;

  double l1_hit_cycles;                        /**< latency */
  double l1_line_cycles, l1_bank_cycles;       /**< of a request: per line, per word of a bank */
  double path_line_cycles, path_sector_cycles; /**< from L2: per line, per sector */
  double store_line_cycles; /**< from a multiprocessor to L2, per line of an atomic; a store takes
                               twice this, or once per sector if that is more */

  double l2_mb, l2_halves, l2_slices;
  double l2_hit_cycles, l2_far_cycles; /**< latency; additional latency of the other half */
  double l2_lines_per_cycle, l2_sectors_per_cycle; /**< of all slices together */

  double l2_stores_per_cycle; /**< stored lines of one or two sectors, of all slices together */

  double dram_gbps, dram_random_per_ns; /**< bandwidth of streaming; random single sectors per ns */
  double dram_cycles;                   /**< mean latency, including L2 */
  double dram_spread_cycles;            /**< by how much the mean latency exceeds the minimum */
  double dram_row_bytes; /**< bytes of a row of a channel; there are as many channels as slices */
  double dram_window_cycles;   /**< requests for one row within this time are served together */
  double page_mb, page_cycles; /**< size of a page; what its first access waits */
  double flush_dirty;          /**< share of L2 that must be written back after a cold start */

  double atomic_cycles;                          /**< latency of an atomic that returns a value */
  double atomic_sector_cycles;                   /**< cycles of a slice per sector */
  double atomic_int_cycles, atomic_float_cycles; /**< cycles between two updates of one word */

  double launch_us;          /**< time of an empty kernel */
  double next_launch_us;     /**< additional time of a launch queued after another */
  double memset_us;          /**< additional time of a small cudaMemset before a launch */
  double block_start_cycles; /**< between the starts of two blocks, on the whole GPU */
  double block_warp_cycles;  /**< between the starts of two warps on one multiprocessor */
  double block_next_cycles;  /**< from the end of a block to the first instruction of the next */
} model_device;

/** Reads a device file. Returns 0, or -1 with a sentence in `message` that names the line, the
 *  error and what to do. */
int model_device_read(const char *path, model_device *out, char *message, size_t size);

/** Like model_device_read, but reads a text; messages use `name` instead of the path. */
int model_device_parse(const char *name, const char *text, model_device *out, char *message,
                       size_t size);

#endif
