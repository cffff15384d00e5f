/** @file sample.h
 *  Records for the tests.
 */
#ifndef SL_GRADE_TESTS_SAMPLE_H
#define SL_GRADE_TESTS_SAMPLE_H

#include "grade/record.h"
#include "io/tests/folder.h"

static inline void set(char **text, const char *to) {
  assert_ok(sl_record_set(text, to));
}

/* Adds an item with the usual contents. */
static inline sl_record_item *add_item(sl_record *record, sl_item_kind kind, const char *id,
                                       const char *task, double points, double possible) {
  sl_record_item *item;
  assert_ok(sl_record_add(record, &item));
  set(&item->id, id);
  set(&item->task, task);
  item->kind = kind;
  item->points = points;
  item->possible = possible;
  item->judged = true;
  item->verdict = points == possible ? SL_GRADE_PASS : SL_GRADE_WRONG;
  return item;
}

/* Makes a record without items. */
static inline sl_record bare_record(const char *student, const char *lab) {
  sl_record record;
  assert_ok(sl_record_make(&record));
  set(&record.key, "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef");
  set(&record.student, student);
  set(&record.lab, lab);
  set(&record.file, "labs/02-ell/ell.cu");
  set(&record.digest, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  set(&record.rubric, "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae");
  set(&record.grader, "sparselab 0.1.0 (3a7bd3e2)");
  set(&record.backend, "lens");
  set(&record.sandbox, "bubblewrap; nothing is left unenforced");
  set(&record.handed_in, "2026-11-30T21:04:00Z");
  record.seed = UINT64_MAX;
  record.verdict = SL_GRADE_PASS;
  return record;
}

/* Makes a record with an item of each kind. Some of the items passed. */
static inline sl_record sample_record(const char *student, const char *lab) {
  sl_record record = bare_record(student, lab);
  record.verdict = SL_GRADE_PARTIAL;
  set(&record.output, "rows: 4\n");
  set(&add_item(&record, SL_ITEM_TASK, "pad", "pad", 2, 2)->title, "from CSR to ELL");
  sl_record_item *wrong = add_item(&record, SL_ITEM_TASK, "kernel", "kernel", 0, 5);
  set(&wrong->title, "one thread per row");
  set(&wrong->mistake, "last-entry-missed");
  set(&wrong->what, "the last entry of each row is missed");
  set(&wrong->hint, "Walk through one row by hand: at which entry does your loop stop?");
  set(&wrong->detail, "3 of 4 elements of y are wrong, the first is y[0] = 13 instead of 16");
  set(&wrong->case_name, "worked 4×4 example");
  wrong->line = 23;
  sl_record_item *bar = add_item(&record, SL_ITEM_BAR, "bar.kernel.1", "kernel", 0, 1);
  set(&bar->title, "sectors per request on col_idx");
  set(&bar->unit, "sectors per request");
  bar->value = 8.25;
  bar->bar = 4.5;
  bar->hidden = true;
  set(&add_item(&record, SL_ITEM_CLEAN, "clean", "", 1, 1)->title, "no findings of the lens");
  sl_record_item *fast =
      add_item(&record, SL_ITEM_PERFORMANCE, "performance.kernel", "kernel", 0, 3);
  set(&fast->title, "as fast as the reference");
  set(&fast->what, "the time is taken on a GPU, and this grading had none");
  fast->judged = false;
  fast->verdict = SL_GRADE_INFRASTRUCTURE;
  return record;
}

#endif
