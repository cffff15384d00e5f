/** @file recording.h
 *  A compact record of what the warps of one block did, step by step, with the address of every
 *  lane. It is the input of the time prediction (issue.h).
 */
#ifndef LENS_RUNTIME_RECORDING_H
#define LENS_RUNTIME_RECORDING_H

#include "align.h"

#include <stddef.h>
#include <stdint.h>

/** A kind of step: all steps of one instruction, or of one basic block, share a slot. */
typedef struct lens_recording_slot {
  uint64_t key;  /**< as in lens_record */
  uint64_t what; /**< without the address */
} lens_recording_slot;

/** A finished tape, to be freed with free(): the slots, then the warps, one after another. */
typedef struct lens_recording {
  size_t bytes; /**< of the whole tape */
  unsigned num_slots, num_warps;
  /* followed by the slots, by the number of bytes of each warp, and by those bytes */
} lens_recording;

/** Records a block; reused for one block after another. */
typedef struct lens_recorder lens_recorder;

/** Makes a recorder. NULL when memory is short. */
lens_recorder *lens_recording_new(void);
void lens_recording_free(lens_recorder *recorder);
/** Clears the recording and begins a block. */
void lens_recording_begin_block(lens_recorder *recorder, unsigned num_warps);
/** Adds a step of a warp. `step->address` matters only for accesses. */
void lens_recording_add(lens_recorder *recorder, unsigned warp, const lens_step *step);
/** Ends the block and returns its tape; NULL if memory is short, or was short during recording. */
lens_recording *lens_recording_end_block(lens_recorder *recorder);

const lens_recording_slot *lens_recording_slots(const lens_recording *tape);

/** The state of reading one warp of a tape. */
typedef struct lens_recording_reader {
  const lens_recording_slot *slots;
  unsigned num_slots;
  const uint8_t *at, *end;
  uint32_t lanes;
  uint64_t (*last)[LENS_WARP]; /**< the addresses of the latest step of each slot; owned */
} lens_recording_reader;

/** Begins to read one warp. False if memory is short. Close the reader in either case. */
bool lens_recording_open(lens_recording_reader *reader, const lens_recording *tape, unsigned warp);
void lens_recording_close(lens_recording_reader *reader);

/** One step. address[i] is the address of lane i, if lane i takes part. */
typedef struct lens_recording_step {
  unsigned slot;
  uint32_t lanes;
  const uint64_t *address; /**< valid until the next step of the same slot; NULL: not an access */
} lens_recording_step;

/** Reads the next step. False at the end of the warp. */
bool lens_recording_read(lens_recording_reader *reader, lens_recording_step *out);

#endif
