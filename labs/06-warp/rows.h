/* rows.h: which rows of y are right in lab 06, and other traces by which its mistakes are
 * recognised. */
#ifndef LAB_06_ROWS_H
#define LAB_06_ROWS_H

#include "setting.h"

/* A row that is right without being processed shows nothing, and does not count. */
typedef enum row_state { TELLS_NOTHING, LEFT_OUT, RIGHT, SPOILT } row_state;

/* The y of the answer, and the state of its rows. */
typedef struct look {
  const sl_evidence *evidence;
  setting s;
  const sl_array *y;
  const double *got;
  int rows; /* number of rows; 0 if there is no answer */
  int count[SPOILT + 1];
  int first_left_out, last_done; /* the first row that was left out, and the last row that was
                                    processed; −1: there is none */
} look;

/* A property that each row is checked for. */
typedef bool row_rule(const look *l, int row);

look sl_warp_look(const sl_evidence *evidence);
row_state sl_warp_state_of(const look *l, int row);
bool sl_warp_each_row(const look *l, row_rule *fits);

/* Whether there is an answer, nothing was found, and each row is right or was left out. */
bool sl_warp_nothing_spoilt(const look *l);

/* Explains that exactly the rows of the rule were processed. */
sl_judgement sl_warp_only_rows_of(const look *l, row_rule *rule);

/* Whether a row has the value `value`, with `slack` times the rounding of the right answer. */
bool sl_warp_has_value(const look *l, int row, double value, double slack);

/* Whether there is an answer, and there are no findings except races at y. */
bool sl_warp_only_raced(const look *l);
bool sl_warp_is_race_at_y(const sl_finding *f);

/* Whether the two racing lanes belong to one vector. */
bool sl_warp_is_within_vector(const sl_evidence *evidence, const sl_finding *f);

/* Whether the finding may be a consequence of a wrong mask, or of a vector whose lanes have
 * different rows. */
bool sl_warp_is_of_masks(const sl_evidence *evidence, const sl_finding *f);

/* Whether vectors took rows separately, although their warp should have taken them. */
bool sl_warp_asks_for_each_vector(const sl_evidence *evidence);

/* How a right answer was computed: see sl_task.inspect. */
const char *sl_warp_inspect_static(const sl_evidence *evidence);
const char *sl_warp_inspect_counter(const sl_evidence *evidence);
const char *sl_warp_inspect_warp(const sl_evidence *evidence);

/* Rules for mistakes that only the lens sees, however the program is written, and for mistakes
 * whose answer depends on timing. A task has the rules of its mistakes in mistakes.txt. */
extern const sl_rule_list sl_warp_mask_rules, sl_warp_lane_rules, sl_warp_counter_rules;

#endif
