/** @file dataflow.h
 *  What the tapes of a launch show of its kernel: its loops, and which accesses depend on the
 *  values of earlier loads. A GPU compiler knows this from the source and orders instructions
 *  accordingly (issue.h). Here it is derived from recorded tapes, so it depends neither on the
 *  host's compiler nor on its processor.
 */
#ifndef LENS_RUNTIME_DATAFLOW_H
#define LENS_RUNTIME_DATAFLOW_H

#include "recording.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LENS_SITE_NONE UINT32_MAX

/** What an address depends on. */
typedef enum lens_need {
  LENS_NEEDS_NOTHING, /**< the address follows from the thread and the iteration */
  LENS_NEEDS_SITE,    /**< the address follows from the value of one earlier load */
  LENS_NEEDS_ALL      /**< unknown: the address may follow from any earlier load */
} lens_need;

/** An instruction or a basic block, over all blocks of the launch. */
typedef struct lens_site {
  uint64_t key, what; /**< as in a slot of a tape */
  uint32_t place;     /**< number of its place in the code, from 0 */
  /* of accesses */
  lens_need need;
  uint32_t source;  /**< the load, for LENS_NEEDS_SITE */
  bool moves;       /**< the address advances by the same distance, not 0, in each iteration of its
                     *  loop */
  bool stays;       /**< its address is the same in all iterations of its loop */
  bool copied;      /**< one iteration contains several copies of the access: in the other fields,
                       "iteration" then means copy */
  int64_t distance; /**< the distance if `moves`, in bytes */
  bool returns;     /**< an atomic: what it returns is used, as far as is known */
  bool gathered;    /**< an atomic of 32-bit integers on one word: nvcc adds them up over the warp,
                         and lets one lane do it */
  bool hands_out;   /**< an atomic on one word, before any load of its group */
  uint32_t block;   /**< the basic block that contains the site */
  /* of basic blocks */
  uint32_t loop;      /**< the innermost loop that it belongs to, or none */
  bool leaves;        /**< it has a successor outside of that loop */
  bool written_out;   /**< it belongs to an inner loop that nvcc fully unrolls */
  bool predicated;    /**< it has so few instructions that nvcc predicates them instead of
                       *  branching */
  bool joins;         /**< it follows a predicated block, and also the block before that */
  bool calls;         /**< a function is entered from here */
  bool waits_for_all; /**< whether it is entered depends on what was loaded before */
  uint32_t decider;   /**< the load whose value decides whether the block is entered, or none */
} lens_site;

/** A loop. */
typedef struct lens_loop {
  uint32_t head;  /**< the basic block with which each iteration begins */
  bool simple;    /**< the loop contains no loop and no call */
  uint32_t above; /**< the smallest loop around it, or none */
  unsigned turns; /**< iterations per entry, if that number does not vary */
  bool varies;
  uint64_t entries; /**< number of entries by lanes of the warps that were read */
  bool has_barrier, has_exchange, has_store, has_moving, has_call;
  bool hands_out; /**< each iteration begins with an atomic on the same word */
  bool unrolls;   /**< nvcc puts several iterations together */
  unsigned exits; /**< ways out */
  unsigned accesses, loads;
} lens_loop;

typedef struct lens_dataflow lens_dataflow;

/** The value that a load of device memory returned; false if it is not known. */
typedef bool lens_value_at(uint64_t address, unsigned bytes, int64_t *out);

/** Loop steps whose value nvcc does not know: numbers of threads, or 0. */
typedef struct lens_steps {
  uint64_t over_grid;  /**< the threads of the launch, if the kernel reads the size of the grid */
  uint64_t over_block; /**< the threads of a block in x, if the kernel reads it in a loop */
} lens_steps;

/** Derives the dataflow of a kernel from the tapes of a few warps. NULL when memory is short. */
lens_dataflow *lens_dataflow_learn(const lens_recording *const *tapes, size_t num_tapes,
                                   const lens_steps *steps, lens_value_at *value);
void lens_dataflow_free(lens_dataflow *course);

unsigned lens_dataflow_num_places(const lens_dataflow *course);
/** Returns the place in the code with this number, relative to the module. */
uint32_t lens_dataflow_place(const lens_dataflow *course, unsigned number);

/** The site of a slot. A slot that was not seen while learning is added, so call this from one
 *  thread only. LENS_SITE_NONE when memory is short. */
uint32_t lens_dataflow_site(lens_dataflow *course, const lens_recording_slot *slot);
const lens_site *lens_dataflow_get(const lens_dataflow *course, uint32_t site);
unsigned lens_dataflow_num_loops(const lens_dataflow *course);
const lens_loop *lens_dataflow_loop(const lens_dataflow *course, uint32_t loop);

#endif
