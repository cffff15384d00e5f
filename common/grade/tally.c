/* tally.c: counts a lab's records. */
#include "grade/tally.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

sl_status sl_tally_list_labs(const sl_records *records, const char ***labs_out, size_t *count_out) {
  const char **labs;
  size_t count = 0;
  SL_TRY(sl_alloc(records->count + 1, sizeof *labs, "the names of the labs", &labs));
  for (size_t i = 0; i < records->count; i++) {
    const char *lab = records->all[i].lab;
    size_t at = 0;
    while (at < count && strcmp(labs[at], lab) < 0) at++;
    if (at < count && strcmp(labs[at], lab) == 0) continue;
    memmove(labs + at + 1, labs + at, (count - at) * sizeof *labs);
    labs[at] = lab;
    count++;
  }
  *labs_out = labs;
  *count_out = count;
  return SL_OK;
}

/* ---- items ----------------------------------------------------------------------------------- */

static sl_status item_of(sl_tally *tally, const sl_record_item *item, sl_tally_item **out) {
  for (size_t i = 0; i < tally->num_items; i++) {
    *out = &tally->items[i];
    if (strcmp((*out)->example->id, item->id) == 0) return SL_OK;
  }
  SL_TRY(sl_resize(tally->num_items + 1, sizeof *tally->items, "the items", &tally->items));
  *out = &tally->items[tally->num_items++];
  **out = (sl_tally_item){.example = item};
  return SL_OK;
}

static sl_status count_item(sl_tally *tally, const sl_record_item *item) {
  sl_tally_item *counted;
  SL_TRY(item_of(tally, item, &counted));
  if (!item->judged) {
    counted->open++;
    return SL_OK;
  }
  counted->points += item->points;
  if (item->verdict == SL_GRADE_PASS) {
    counted->passed++;
  } else if (item->verdict == SL_GRADE_NOT_WRITTEN) {
    counted->not_written++;
  } else if (item->points > 0) {
    counted->partial++;
  } else {
    counted->failed++;
  }
  return SL_OK;
}

/* Returns the share of students who pass, among those who wrote something; 2 if no one did. */
static double share_passed(const sl_tally_item *item) {
  size_t wrote = item->passed + item->partial + item->failed;
  return wrote ? (double)item->passed / (double)wrote : 2;
}

static int by_hardness(const void *left, const void *right) {
  const sl_tally_item *a = left, *b = right;
  double x = share_passed(a), y = share_passed(b);
  bool a_bonus = a->example->kind == SL_ITEM_BONUS, b_bonus = b->example->kind == SL_ITEM_BONUS;
  if (a_bonus != b_bonus) return a_bonus ? 1 : -1;
  if (x != y) return x < y ? -1 : 1;
  return strcmp(a->example->id, b->example->id);
}

/* ---- mistakes -------------------------------------------------------------------------------- */

static bool said_before(const sl_record *record, size_t item) {
  for (size_t i = 0; i < item; i++) {
    if (strcmp(record->items[i].mistake, record->items[item].mistake) == 0) return true;
  }
  return false;
}

static sl_status count_mistake(sl_tally *tally, const sl_record_item *item) {
  for (size_t i = 0; i < tally->num_mistakes; i++) {
    if (strcmp(tally->mistakes[i].name, item->mistake) == 0) {
      tally->mistakes[i].count++;
      return SL_OK;
    }
  }
  SL_TRY(sl_resize(tally->num_mistakes + 1, sizeof *tally->mistakes, "the mistakes",
                   &tally->mistakes));
  tally->mistakes[tally->num_mistakes++] = (sl_tally_mistake){item->mistake, item->what, 1};
  return SL_OK;
}

static int by_count(const void *left, const void *right) {
  const sl_tally_mistake *a = left, *b = right;
  if (a->count != b->count) return a->count > b->count ? -1 : 1;
  return strcmp(a->name, b->name);
}

/* ---- marks ----------------------------------------------------------------------------------- */

static int by_value(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return a < b ? -1 : a > b;
}

static void count_mark(sl_tally *tally, const sl_record *record) {
  double possible = sl_record_possible(record) - sl_wording_record_open(record);
  if (!sl_wording_record_counts(record) || possible <= 0) return;
  double mark = 100 * sl_record_points(record) / possible;
  int bin = (int)(mark / (100.0 / SL_TALLY_BINS));
  tally->marks[tally->graded++] = mark;
  tally->bins[bin < SL_TALLY_BINS ? bin : SL_TALLY_BINS - 1]++;
}

double sl_tally_quantile(const sl_tally *tally, double q) {
  if (tally->graded == 0) return 0;
  double at = q * (double)(tally->graded - 1);
  size_t below = (size_t)floor(at), above = (size_t)ceil(at);
  double share = at - floor(at);
  return (1 - share) * tally->marks[below] + share * tally->marks[above];
}

/* ---- the whole lab --------------------------------------------------------------------------- */

static sl_status count_record(sl_tally *tally, const sl_record *record) {
  tally->records++;
  tally->verdicts[record->verdict]++;
  tally->late += record->late_percent > 0;
  tally->open += sl_wording_record_open(record);
  count_mark(tally, record);
  for (size_t i = 0; i < record->num_items; i++) {
    const sl_record_item *item = &record->items[i];
    SL_TRY(count_item(tally, item));
    if (item->mistake[0] && !said_before(record, i)) SL_TRY(count_mistake(tally, item));
  }
  return SL_OK;
}

sl_status sl_tally_make(const sl_records *records, const char *lab, sl_tally *out) {
  *out = (sl_tally){.lab = lab};
  SL_TRY(sl_alloc(records->count, sizeof *out->marks, "the marks", &out->marks));
  for (size_t i = 0; i < records->count; i++) {
    if (strcmp(records->all[i].lab, lab) == 0) SL_TRY(count_record(out, &records->all[i]));
  }
  if (out->graded) qsort(out->marks, out->graded, sizeof *out->marks, by_value);
  if (out->num_items) qsort(out->items, out->num_items, sizeof *out->items, by_hardness);
  if (out->num_mistakes) {
    qsort(out->mistakes, out->num_mistakes, sizeof *out->mistakes, by_count);
  }
  return SL_OK;
}

void sl_tally_free(sl_tally *tally) {
  sl_free(tally->marks);
  sl_free(tally->items);
  sl_free(tally->mistakes);
  *tally = (sl_tally){0};
}
