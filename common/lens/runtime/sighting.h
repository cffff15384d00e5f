/** @file sighting.h
 *  Raw findings, with code addresses instead of lines.
 */
#ifndef LENS_RUNTIME_SIGHTING_H
#define LENS_RUNTIME_SIGHTING_H

#include "lens/abi.h"
#include "lens/lens.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Which side of a race comes first in the order in which a thread executes the two. */
typedef enum lens_turn { LENS_TURN_UNKNOWN, LENS_TURN_MINE, LENS_TURN_THEIRS } lens_turn;

/** What else is known about a race, for the advice. */
typedef struct lens_race_advice {
  lens_turn first;
  bool loops;      /**< a thread alternates between the sides without synchronisation */
  bool across;     /**< some pair of racing threads is in different warps of one block */
  bool some_lanes; /**< not all threads of a warp reach both sides */
  bool some_warps; /**< not all threads of the launch reach both sides */
  bool waits;      /**< a thread reads the element again and again */
  bool flagged;    /**< the reader has read a volatile variable before */
  bool blocks;     /**< threads of different blocks also race in this line */
  bool cooperative;
  bool by_writer;  /**< the readers are in several blocks: `thread` is the writer */
  uintptr_t since; /**< place of the latest synchronisation before the race; 0: none */
} lens_race_advice;

/** The other side of a race or of a divergent barrier. */
typedef struct lens_other {
  bool known;   /**< the other side is known */
  bool unnamed; /**< the other side is some other thread, at an unknown place */
  bool several; /**< many threads: `block` and `thread` are not used */
  bool same_block;
  bool elsewhere; /**< the other side is in an open job (timeline.h), which `block` identifies */
  bool lost;      /**< an update is lost: the loaded value is the base of an atomic update */
  lens_operation operation;
  uint64_t block;
  unsigned thread;
  unsigned tag;    /**< the tag of the other side's place, while the kernel runs */
  uintptr_t place; /**< 0: unknown */
} lens_other;

typedef struct lens_sighting {
  lens_finding_kind kind;
  lens_operation operation;
  uintptr_t place; /**< return address, or 0 */
  const char *kernel;
  const char *file; /**< if `place` is 0; may be NULL */
  int line;
  unsigned launch; /**< number of launches before this one */
  uint64_t block;
  unsigned thread;
  lens_dim3 grid, block_extent;
  char array[64];
  long long index, length;
  uintptr_t address; /**< for an uninitialised read of device memory: its last byte; else 0 */
  char path[80]; /**< the element with its member or its indices: "p[10].y", "tile[16][0]"; or "" */
  lens_other other;
  lens_race_advice gap;
  char detail[256];
  lens_reason reason;
  unsigned mask, lanes; /**< for a bad warp mask */
  unsigned long long count;
} lens_sighting;

typedef struct lens_sightings {
  lens_sighting *items;
  size_t count, capacity;
} lens_sightings;

#define LENS_NO_SIGHTING SIZE_MAX

/** Adds a sighting. If the list already has one of the same kind, place, other side and array, only
 *  its count grows, and of the two the one with the lower launch, block and thread is kept. After a
 *  thousand different sightings, any more are dropped. Returns the index of the sighting, which is
 *  valid until the list is cleared. */
size_t lens_sightings_add(lens_sightings *list, const lens_sighting *sighting);
void lens_sightings_merge(lens_sightings *into, const lens_sightings *from);
/** Counts the sighting with this index once more. If it is later in its launch than `block` and
 *  `thread`, which saw the same defect, does nothing and returns false: the new sighting must
 *  replace it. */
bool lens_sightings_repeat(lens_sightings *list, size_t index, uint64_t block, unsigned thread);
void lens_sightings_clear(lens_sightings *list);
void lens_sightings_free(lens_sightings *list);

/** A sighting with nothing known but its kind. */
lens_sighting lens_sighting_of(lens_finding_kind kind);

#endif
