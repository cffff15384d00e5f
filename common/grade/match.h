/** @file match.h
 *  Which file of a submission is the file of a lab. The lab's own name in its usual place is taken.
 *  For anything else there is a proposal with a reason, which a person accepts; of two files that
 *  may both be meant, neither is proposed.
 */
#ifndef SL_GRADE_MATCH_H
#define SL_GRADE_MATCH_H

#include "grade/inventory.h"

typedef enum sl_match_kind {
  SL_MATCH_NOTHING,  /**< no file points to the lab */
  SL_MATCH_USUAL,    /**< `entry` is in the usual place */
  SL_MATCH_PROPOSAL, /**< `entry` may be it */
  SL_MATCH_UNCLEAR,  /**< several may be it, or what points to it contradicts itself */
  SL_MATCH_ODD       /**< in the usual place is something that cannot be used: `entry` */
} sl_match_kind;

typedef struct sl_match {
  sl_match_kind kind;
  const sl_inventory_entry *entry; /**< NULL: none */
  char reason[512];                /**< why this file, or why none: without a full stop */
} sl_match;

/** Looks for the file of `lab`. `skeleton` is the lab's file as students get it, which nobody means
 *  to hand in beside another (NULL: unknown); `only`: no other lab is graded, so that a single
 * source is likely to be its. */
void sl_match_find(const sl_inventory *inventory, const sl_lab *lab, const char *skeleton,
                   bool only, sl_match *out);

/** Whether a source is empty, or the lab's file as students get it. */
bool sl_match_is_unwritten(const sl_inventory_entry *entry, const char *skeleton);

/** Whether an entry points to the lab, by name, place or content. */
bool sl_match_points(const sl_inventory_entry *entry, const sl_lab *lab);

/** How well an entry fits the usual place of a lab's file: 0 not at all, better ones have less.
 *  Three forms may stand behind at most `deep` folders: labs/02-ell/ell.cu, 02-ell/ell.cu, ell.cu.
 */
int sl_match_file_rank(const char *entry, const sl_lab *lab, int deep);

/** The student in the name of a file that nobody has named for a platform: "ann" of "ann_ell.cu"
 * and of "lab2-ann.cu". False: nothing of it is left. */
bool sl_match_student(const char *name, char *student, size_t size);

#endif
