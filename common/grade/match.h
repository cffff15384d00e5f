/** @file match.h
 *  Finds the file of a submission that belongs to a lab. A file with the lab's own name in its
 *  usual place is taken. Anything else becomes a proposal with a reason, which a person must
 *  accept. If two files are possible, neither is proposed.
 */
#ifndef SL_GRADE_MATCH_H
#define SL_GRADE_MATCH_H

#include "grade/inventory.h"

typedef enum sl_match_kind {
  SL_MATCH_NOTHING,  /**< no file points to the lab */
  SL_MATCH_USUAL,    /**< `entry` is in the usual place */
  SL_MATCH_PROPOSAL, /**< `entry` may be the file */
  SL_MATCH_UNCLEAR,  /**< several files are possible, or the hints contradict each other */
  SL_MATCH_ODD       /**< the file in the usual place, `entry`, cannot be used */
} sl_match_kind;

typedef struct sl_match {
  sl_match_kind kind;
  const sl_inventory_entry *entry; /**< NULL: none */
  char reason[512];                /**< why this file, or why none; without a full stop */
} sl_match;

/** Looks for the file of `lab`. `skeleton` is the lab's file as students get it, which is not meant
 *  if there is another file (NULL: unknown). `only`: no other lab is graded, so a single source is
 *  probably for this lab. */
void sl_match_find(const sl_inventory *inventory, const sl_lab *lab, const char *skeleton,
                   bool only, sl_match *out);

/** Whether a source holds nothing but white space. */
bool sl_match_is_blank(const sl_inventory_entry *entry);

/** Whether a source is empty, or unchanged from the lab's skeleton. */
bool sl_match_is_unwritten(const sl_inventory_entry *entry, const char *skeleton);

/** Whether an entry points to the lab, by name, place or content. */
bool sl_match_points(const sl_inventory_entry *entry, const sl_lab *lab);

/** How well an entry fits the usual place of a lab's file: 0 not at all, otherwise smaller is
 *  better. Three forms are accepted after at most `deep` folders: labs/02-ell/ell.cu,
 *  02-ell/ell.cu, ell.cu.
 */
int sl_match_file_rank(const char *entry, const sl_lab *lab, int deep);

#endif
