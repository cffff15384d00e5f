/** @file dataflow_parts.h
 *  What the parts of the dataflow share: dataflow.c has the sites and reads warps, dataflow_loops.c
 *  finds loops, and dataflow_needs.c finds dependences.
 */
#ifndef LENS_RUNTIME_DATAFLOW_PARTS_H
#define LENS_RUNTIME_DATAFLOW_PARTS_H

#include "dataflow.h"

#include "lens/lens.h"

enum {
  DATAFLOW_LANE_BITS = 5,
  DATAFLOW_MOST_STEPS = 1 << 14 /**< steps of each warp that are read to find dependences */
};

/** What is learnt about a site, in addition to the fields of lens_site. */
typedef struct dataflow_study {
  bool spaced_known, spaced_wrong; /* lane i requests base + Σ spacing[b] over the bits b of i */
  int64_t spacing[DATAFLOW_LANE_BITS];
  bool moves_known, moves_wrong; /* whether each iteration adds `moves` to the address */
  int64_t moves;
  bool copied_known, copied_wrong; /* whether each copy in an iteration adds `copied` to it */
  int64_t copied;
  uint64_t first[LENS_WARP];    /* by lane: the first address in the latest iteration */
  uint64_t last[LENS_WARP];     /* by lane: the latest address */
  uint64_t last_in[LENS_WARP];  /* by lane: number of the iteration of `last` */
  bool one_word, several_words; /* whether all accesses are to one address */
  uint64_t word;
  uint32_t atomic;  /* the site of the atomic before this one in its group, plus 1; 0: none */
  bool after_loads; /* there were loads before this site in its group */
  uint32_t *next;   /* successors of a block */
  unsigned num_next;
  bool entry;
  uint64_t entered; /* number of threads that entered the block */
  uint64_t passed;  /* number of threads that might have entered the block */
  unsigned color;   /* state of the search for loops */
} dataflow_study;

struct lens_dataflow {
  lens_site *sites;
  dataflow_study *studies;
  unsigned num_sites, capacity;
  uint32_t *index;
  unsigned index_capacity;
  uint32_t *places;
  unsigned num_places, places_capacity;
  lens_loop *loops;
  unsigned num_loops;
  struct relation *relations; /* a hash table */
  unsigned num_relations, relations_capacity;
  struct decision *decisions;
  unsigned num_decisions, decisions_capacity;
  lens_value_at *value;
  lens_steps steps;
  uint64_t iterations; /* the number of iterations that were read, which also numbers them */
};

static inline unsigned lens_dataflow_hash(uint64_t a, uint64_t b, unsigned capacity) {
  return (unsigned)((a * UINT64_C(0x9E3779B97F4A7C15) ^ b * UINT64_C(0xC2B2AE3D27D4EB4F)) >> 36) &
         (capacity - 1);
}

static inline bool lens_dataflow_is_access(const lens_site *site) {
  return lens_kind_of(site->what) < LENS_RECORD_PRINT;
}

static inline bool lens_dataflow_is_block(const lens_site *site) {
  return lens_kind_of(site->what) == LENS_RECORD_BLOCK;
}

/** Reads one warp step by step, as sites. */
typedef struct dataflow_reading {
  lens_dataflow *course;
  lens_recording_reader tape;
  uint32_t *sites; /**< the site of each slot of the tape */
} dataflow_reading;

/** Reads the next step of the warp and its site. False if there is none. */
bool lens_dataflow_next_step(dataflow_reading *it, lens_recording_step *step, uint32_t *site);

/** Calls `visit` for warps that are spread evenly over the blocks, all warps of one block after
 *  another. False if `visit` has returned false, or if memory is short. */
bool lens_dataflow_for_each_warp(lens_dataflow *course, const lens_recording *const *tapes,
                                 size_t num_tapes, bool (*visit)(dataflow_reading *it));

/** Finds the loops. False if memory is short. */
bool lens_dataflow_find_loops(lens_dataflow *course, const lens_recording *const *tapes,
                              size_t num_tapes);

/** Finds which loads addresses and decisions need. False if memory is short. */
bool lens_dataflow_find_needs(lens_dataflow *course, const lens_recording *const *tapes,
                              size_t num_tapes);

/** Concludes which loops nvcc unrolls, from what the accesses in them need. */
void lens_dataflow_settle_loops(lens_dataflow *course);

#endif
