/** @file issue_parts.h
 *  What the parts of issuing share: issue.c reads a warp and orders code that is not unrolled,
 *  issue_loop.c orders the iterations of unrolled loops, issue_operation.c issues one operation.
 */
#ifndef LENS_RUNTIME_ISSUE_PARTS_H
#define LENS_RUNTIME_ISSUE_PARTS_H

#include "issue.h"

#include "lens/lens.h"

enum {
  ISSUE_MOST_BATCH = 16,
  ISSUE_MOST_POSITIONS = 32,   /**< accesses and exchanges of an iteration */
  ISSUE_MOST_ITERATIONS = 512, /**< iterations of a loop that are considered together; a multiple of
                                *  ISSUE_MOST_BATCH */
  ISSUE_MOST_GROUP = 128       /**< steps outside of unrolled loops that are ordered together */
};

/* Instructions that do not access memory, as counted in the code of nvcc 13. */
enum {
  OF_KERNEL = 12,     /* compute the thread's index, compare it, load parameters */
  OF_BLOCK = 3,       /* compare and branch */
  OF_LOOP = 20,       /* before a loop that is unrolled: number of iterations, first addresses */
  OF_BATCH = 8,       /* advance the addresses, count, compare, branch */
  OF_SINGLE = 10,     /* as OF_BATCH, for a single iteration */
  OF_ROLLED = 3,      /* an iteration of a loop that is not unrolled: count, compare, branch */
  OF_NEW_ADDRESS = 1, /* compute an address that is not at a constant distance from another one */
  OF_CONDITION = 1,
  OF_USE = 1,      /* each iteration has at least one multiplication and addition */
  OF_EXCHANGE = 1, /* use the result */
  NEAR = 4096,     /* a distance in bytes that an instruction can hold */
  MOST_WIDE = 16   /* bytes that one lane loads with one instruction */
};

/** A step before it is issued. */
typedef struct issue_cell {
  uint32_t site;
  uint8_t wide; /* number of copies that form one load; 0: the step is a load of its own */
  uint32_t lanes;
  uint64_t address[LENS_WARP]; /* by lane */
} issue_cell;

/** The iterations of an unrolled loop: what happens at each position of each iteration. */
typedef struct issue_buffer {
  uint32_t loop;
  uint32_t positions[ISSUE_MOST_POSITIONS]; /* sites, in the order of the code */
  unsigned num_positions;
  unsigned num_iterations;
  uint32_t *lanes;           /* index: iteration × ISSUE_MOST_POSITIONS + position */
  uint64_t *address;         /* index: the same × LENS_WARP + lane */
  unsigned turns[LENS_WARP]; /* iterations in which the lane takes part */
  unsigned arithmetic;       /* instructions of all iterations together */
} issue_buffer;

struct lens_issuer {
  lens_dataflow *course;
  lens_issued *out;
  uint64_t base;
  uintptr_t code_base;
  double double_cycles;
  issue_cell group[ISSUE_MOST_GROUP];
  unsigned num_group;
  issue_buffer buffer;
  bool in_buffer; /* the warp is in a loop that is unrolled */
  uint32_t block; /* the basic block entered last, or none */
  uint32_t block_lanes;
  unsigned pending;   /* instructions to issue before the next operation */
  size_t settled;     /* the results of operations before this one have arrived */
  size_t last_result; /* index after the latest operation that others may wait for */
  bool settle;        /* the next operation waits for all results */
  bool failed;
  uint32_t *sites; /* the site of each slot of the tape */
  unsigned sites_capacity;
};

/** Whether the value of `load` decides whether a thread enters the basic block of the access
 *  `site`. */
bool lens_issue_is_decided_by(const lens_issuer *it, const lens_site *site, uint32_t load);

/** Whether the basic block of the access `site` is entered only after all loads before it. */
bool lens_issue_waits_at_block(const lens_issuer *it, const lens_site *site);

/** The number of instructions that compute the address of `site`: 0 if an instruction can hold its
 *  distance from the previous iteration's address. */
unsigned lens_issue_instructions_for(const lens_site *site);

/** Issues a step. `after` is one past the latest operation whose result is needed; 0: no result is
 *  needed. */
void lens_issue_operation(lens_issuer *it, const issue_cell *step, size_t after);

/** Begins an iteration that hands out work. False: memory is short. */
bool lens_issue_begin_unit(lens_issued *it);

/** Begins to collect the iterations of an unrolled loop. False: memory is short. */
bool lens_issue_begin_loop(lens_issuer *it, uint32_t loop);

/** Begins an iteration of `lanes`. The n-th iteration of each lane is stored as iteration n,
 *  because all lanes reach the head of the loop together. */
void lens_issue_begin_iteration(issue_buffer *b, uint32_t lanes);

void lens_issue_add_to_loop(lens_issuer *it, uint32_t site, const lens_recording_step *step);

/** Issues the iterations collected so far. */
void lens_issue_flush_loop(lens_issuer *it);

#endif
