/** @file device.h
 *  A GPU as the machine model sees it: sizes, clocks, bandwidths and latencies. They are read from
 *  text files with lines `name = value  # unit; source`, which measure.cu writes for the card at
 *  hand. A cycle is one of the multiprocessors' clock.
 */
#ifndef LENS_MODEL_DEVICE_H
#define LENS_MODEL_DEVICE_H

#include <stddef.h>

enum { MODEL_MAX_CARVE_OUTS = 16 };

typedef struct model_device {
  char name[64];
  int verified; /**< measured on the card, and predictions compared with measured times */

  double multiprocessors, clock_ghz, schedulers;
  double warps_per_multiprocessor, blocks_per_multiprocessor, registers_per_multiprocessor;
  double l1_kb;              /**< first-level cache and shared memory together */
  double shared_reserved_kb; /**< of shared memory, that each block takes besides its own */
  double carve_outs_kb[MODEL_MAX_CARVE_OUTS]; /**< sizes that shared memory can have, rising */
  int num_carve_outs;

  double dependent_cycles; /**< between two instructions of a warp that depend on each other */
  double double_cycles;    /**< of a scheduler, for an instruction on doubles */
  double exchange_cycles, exchange_issue_cycles; /**< a shuffle: latency; one per so many cycles */
  double shared_cycles, shared_wavefront_cycles; /**< latency; one wavefront per so many cycles */
  double barrier_cycles, barrier_warp_cycles;    /**< of a barrier; more for each warp */
  double fence_cycles;

  double l1_hit_cycles;                  /**< latency */
  double l1_line_cycles, l1_bank_cycles; /**< a request: per line, per word of the busiest bank */
  double path_line_cycles, path_sector_cycles; /**< L2 to a multiprocessor: per line, per sector */
  double store_line_cycles; /**< a multiprocessor to L2, per line of an atomic; a store takes two,
                                 or one per sector */

  double l2_mb, l2_halves, l2_slices;
  double l2_hit_cycles, l2_far_cycles;             /**< latency, and what the other half adds */
  double l2_lines_per_cycle, l2_sectors_per_cycle; /**< all slices together */

  double l2_stores_per_cycle; /**< lines of one or two sectors, all slices together */

  double dram_gbps, dram_random_per_ns; /**< streaming; single sectors at random places */
  double dram_cycles;                   /**< latency, L2 included: the mean */
  double dram_spread_cycles;            /**< the mean of what it is more than the least */
  double dram_row_bytes;                /**< of a channel; there are as many as slices */
  double
      dram_window_cycles; /**< requests for one row that are not further apart: served together */
  double page_mb, page_cycles; /**< what is translated at once; the first access waits so long */
  double flush_dirty;          /**< share of L2 that must be written back after a cold start */

  double atomic_cycles;                          /**< latency of one that returns */
  double atomic_sector_cycles;                   /**< a slice, per sector */
  double atomic_int_cycles, atomic_float_cycles; /**< two updates of one word follow each other */

  double launch_us;          /**< an empty kernel */
  double next_launch_us;     /**< what a further launch, queued behind another, adds */
  double memset_us;          /**< what a small cudaMemset before a launch adds */
  double block_start_cycles; /**< between two blocks, whole card */
  double block_warp_cycles;  /**< between two warps that start on one multiprocessor */
  double block_next_cycles;  /**< from the end of a block to the first instruction of the next */
} model_device;

/** Reads a device file. Returns 0, or -1 with a sentence in `message` that names the line, what is
 *  wrong with it and what to do. */
int model_device_read(const char *path, model_device *out, char *message, size_t size);

/** The same from text; `name` stands in messages in place of the path. */
int model_device_parse(const char *name, const char *text, model_device *out, char *message,
                       size_t size);

#endif
