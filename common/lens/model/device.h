/** @file device.h
 *  A GPU as the machine model sees it: sizes, clocks, bandwidths and latencies. They are read from
 *  text files with lines `name = value # unit; source`, which measure.cu writes for the current
 *  card. Cycles are those of the multiprocessors' clock.
 */
#ifndef LENS_MODEL_DEVICE_H
#define LENS_MODEL_DEVICE_H

#include <stddef.h>

enum { MODEL_MAX_CARVE_OUTS = 16 };

typedef struct model_device {
  char name[64];
  int verified; /**< constants measured on the card, and predictions compared */

  double multiprocessors, clock_ghz, schedulers;
  double warps_per_multiprocessor, blocks_per_multiprocessor, registers_per_multiprocessor;
  double l1_kb;              /**< L1 cache and shared memory together */
  double shared_reserved_kb; /**< shared memory that each block takes in addition to its own */
  double carve_outs_kb[MODEL_MAX_CARVE_OUTS]; /**< sizes that shared memory can have, ascending */
  int num_carve_outs;

  double dependent_cycles; /**< between two instructions of a warp that depend on each other */
  double double_cycles;    /**< of a scheduler, for an instruction on doubles */
  double exchange_cycles, exchange_issue_cycles; /**< a shuffle: latency; one per so many cycles */
  double shared_cycles, shared_wavefront_cycles; /**< latency; one wavefront per so many cycles */
  double barrier_cycles, barrier_warp_cycles;    /**< of a barrier; per warp in addition */
  double fence_cycles;

  double l1_hit_cycles;                  /**< latency */
  double l1_line_cycles, l1_bank_cycles; /**< a request: per line, per word of the busiest bank */
  double path_line_cycles, path_sector_cycles; /**< L2 to a multiprocessor: per line, per sector */
  double store_line_cycles; /**< a multiprocessor to L2, per line of an atomic; a store takes two,
                                 or one per sector */

  double l2_mb, l2_halves, l2_slices;
  double l2_hit_cycles, l2_far_cycles;             /**< latency, and what the other half adds */
  double l2_lines_per_cycle, l2_sectors_per_cycle; /**< for all slices together */

  double l2_stores_per_cycle; /**< lines of one or two sectors, all slices together */

  double dram_gbps, dram_random_per_ns; /**< streaming; random single sectors */
  double dram_cycles;                   /**< latency, L2 included: the mean */
  double dram_spread_cycles;            /**< mean excess over the minimum */
  double dram_row_bytes;                /**< of a channel; there are as many as slices */
  double dram_window_cycles;   /**< requests for one row within this time are served together */
  double page_mb, page_cycles; /**< size of a translation; cycles that its first access waits */
  double flush_dirty;          /**< share of L2 that must be written back after a cold start */

  double atomic_cycles;                          /**< latency of an atomic that returns a value */
  double atomic_sector_cycles;                   /**< a slice, per sector */
  double atomic_int_cycles, atomic_float_cycles; /**< two updates of one word follow each other */

  double launch_us;          /**< an empty kernel */
  double next_launch_us;     /**< additional time of a launch queued after another */
  double memset_us;          /**< additional time of a small cudaMemset before a launch */
  double block_start_cycles; /**< between the starts of two blocks, on the whole card */
  double block_warp_cycles;  /**< between the starts of two warps on one multiprocessor */
  double block_next_cycles;  /**< from the end of a block to the first instruction of the next */
} model_device;

/** Reads a device file. Returns 0, or -1 with a sentence in `message` that names the line, the
 *  error and what to do. */
int model_device_read(const char *path, model_device *out, char *message, size_t size);

/** The same from text; messages use `name` instead of the path. */
int model_device_parse(const char *name, const char *text, model_device *out, char *message,
                       size_t size);

#endif
