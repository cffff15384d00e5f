/** @file sample_class.h
 *  Classes of made-up students, for tests of the outputs.
 */
#ifndef SL_GRADE_TESTS_SAMPLE_CLASS_H
#define SL_GRADE_TESTS_SAMPLE_CLASS_H

#include "sample.h"

#include "base/random.h"
#include "grade/outputs.h"
#include "grade/rubric.h"

typedef struct class_item {
  const char *task, *title, *mistake, *what, *hint, *detail;
  double points;
} class_item;

static const class_item class_items[] = {
    {"pad", "from CSR to ELL", "width-of-first-row", "the width is that of the first row alone",
     "Which row of the worked example is the longest?",
     "the width is 1, where 3 slots are needed: row 2 has 3 entries", 3},
    {"transpose", "the same slots in another order", "not-transposed",
     "the slots are copied in the order that they have",
     "Write down where slot 1 of row 0 stands in each order.",
     "12 of 16 slots stand elsewhere, the first is slot 1 of row 0", 2},
    {"kernel", "one thread per row", "last-entry-missed", "the last entry of each row is missed",
     "Walk through one row by hand: at which entry does your loop stop, and does the row still "
     "have "
     "one there?",
     "3 of 4 elements of y are wrong, the first is y[0] = 13 instead of 16\n"
     "  y[0] = 13, expected 16 (±3.8e-6)\n  y[2] = 2, expected 9 (±2.1e-6)",
     5},
    {"row-major", "the same product from row-major arrays", "overwritten",
     "y is overwritten with A x: its old contents are lost",
     "The task is y ← y + A x. What should happen to the numbers that y holds already?",
     "4 of 4 elements of y are wrong, the first is y[0] = 15 instead of 16", 2}};
enum { CLASS_ITEMS = sizeof class_items / sizeof *class_items };

static inline void set_key(sl_record *record, unsigned number) {
  (void)snprintf(record->key, 65, "%064x", number);
}

static inline void fail_item(sl_record_item *item, const class_item *from, sl_random *random) {
  int kind = sl_random_below(random, 8);
  item->points = 0;
  item->verdict = kind < 2 ? SL_GRADE_NOT_WRITTEN : kind < 7 ? SL_GRADE_WRONG : SL_GRADE_CRASHED;
  if (item->verdict == SL_GRADE_NOT_WRITTEN) {
    set(&item->what, "the TODO still stands there");
    return;
  }
  item->line = 20 + sl_random_below(random, 50);
  if (kind >= 5) {
    set(&item->what, "this line is wrong: a loop that ends too late, or too early");
    item->searched = true;
  } else {
    set(&item->mistake, from->mistake);
    set(&item->what, from->what);
    set(&item->hint, from->hint);
  }
  set(&item->detail, from->detail);
  set(&item->case_name, "worked 4×4 example");
}

/* Makes one submission; `skill` is in percent. */
static inline sl_record class_record(const char *student, const char *lab, unsigned number,
                                     int skill, sl_random *random) {
  sl_record record = bare_record(student, lab);
  size_t passed = 0;
  set_key(&record, number);
  for (int i = 0; i < CLASS_ITEMS; i++) {
    const class_item *from = &class_items[i];
    sl_record_item *item =
        add_item(&record, SL_ITEM_TASK, from->task, from->task, from->points, from->points);
    set(&item->title, from->title);
    if (sl_random_below(random, 100) >= skill - 6 * i) fail_item(item, from, random);
    passed += item->verdict == SL_GRADE_PASS;
  }
  sl_record_item *bar = add_item(&record, SL_ITEM_BAR, "bar.kernel.1", "kernel", 1, 1);
  set(&bar->title, "at most 4.5 sectors per request on col_idx");
  set(&bar->unit, "sectors per request");
  bar->bar = 4.5;
  bar->value = record.items[2].verdict == SL_GRADE_PASS ? 4.25 : 8.5;
  if (bar->value > bar->bar) {
    bar->points = 0;
    bar->verdict = SL_GRADE_WRONG;
    set(&bar->what, "more sectors are touched than needed");
  }
  bar->hidden = true;
  sl_record_item *fast =
      add_item(&record, SL_ITEM_PERFORMANCE, "performance.kernel", "kernel", 0, 3);
  set(&fast->title, "as fast as the reference solution");
  set(&fast->what, "the time is taken on a GPU, and this grading had none");
  fast->judged = false;
  fast->verdict = SL_GRADE_INFRASTRUCTURE;
  record.verdict = passed == CLASS_ITEMS ? SL_GRADE_PASS
                   : passed              ? SL_GRADE_PARTIAL
                                         : SL_GRADE_WRONG;
  if (sl_random_below(random, 9) == 0) {
    record.late_percent = 10;
    set(&record.handed_in, "2026-12-02T07:41:00Z");
  }
  set(&record.output, "rows: 4\nwidth: 3\n");
  return record;
}

/* Makes all items of a record not judged. */
static inline void spoil(sl_record *record, sl_grade_verdict verdict, const char *message) {
  record->verdict = verdict;
  set(&record->message, message);
  for (size_t i = 0; i < record->num_items; i++) {
    sl_record_item *item = &record->items[i];
    char **const texts[] = {&item->mistake, &item->what, &item->hint, &item->detail,
                            &item->case_name};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) set(texts[k], "");
    item->points = 0;
    item->line = 0;
    item->searched = false;
    if (verdict == SL_GRADE_INFRASTRUCTURE) item->judged = false;
    if (item->judged) item->verdict = verdict;
  }
}

/* Changes a record as if it had been graded on a GPU, with this many points for its last item. */
static inline void time_on_gpu(sl_record *record, double reference_us, double ratio,
                               sl_grade_verdict verdict, double points) {
  sl_record_item *item = &record->items[record->num_items - 1];
  set(&record->backend, "gpu");
  set(&record->device, "NVIDIA H100 80GB HBM3");
  set(&item->unit, "times the reference's time");
  set(&item->what,
      verdict == SL_GRADE_PASS ? "" : "it takes longer than 1.2 times the reference's time");
  item->reference_us = reference_us;
  item->time_us = ratio * reference_us;
  item->value = ratio;
  item->bar = 1.2;
  item->verdict = verdict;
  item->judged = verdict != SL_GRADE_REVIEW;
  item->points = points;
}

static inline void spoil_some(sl_record *record, int which) {
  if (which == 3) {
    spoil(record, SL_GRADE_NOT_COMPILED, "expected ';' before 'int'");
    record->line = 31;
    set(&record->compiler, "ell.cu: In function 'int ell_width(int, const int*)':\nell.cu:31:17: "
                           "error: expected ';' before 'int'\n   31 |   int longest = 0\n      |   "
                           "              ^\n      |                 ;");
  } else if (which == 7) {
    spoil(record, SL_GRADE_INFRASTRUCTURE,
          "the worker could not be started, three times: no space "
          "left on the device");
  } else if (which == 11) {
    spoil(record, SL_GRADE_NOT_WRITTEN, "");
    set(&record->handed_in, "");
    set(&record->file, "");
    record->late_percent = 0;
  } else if (which == 16) {
    spoil(record, SL_GRADE_FORBIDDEN, "asm is forbidden; write it in CUDA C");
    record->line = 12;
  } else if (which == 20) {
    time_on_gpu(record, 105.5, 0.028, SL_GRADE_REVIEW, 0);
    record->verdict = SL_GRADE_REVIEW;
    set(&record->review, "kernel took 3 µs, which is below what the memory of this GPU allows");
  } else if (which == 21) {
    time_on_gpu(record, 105.25, 1.5, SL_GRADE_PARTIAL, 2.5);
  } else if (which == 22) {
    time_on_gpu(record, 105.75, 1.042, SL_GRADE_PASS, 3);
  }
}

static const char *const class_names[] = {
    "Abebe, Selam",     "Bauer, Jonas",  "Chen, Li",      "Dubois, Élodie", "Eriksson, Maja",
    "Fernández, Lucía", "Großmann, Uwe", "Haddad, Rami",  "Ito, Haruka",    "Jansen, Pim",
    "Kowalski, Ola",    "Larsen, Nils",  "Müller, Anna",  "Nguyen, Thanh",  "O'Brien, Niamh",
    "Petrov, Ivan",     "Quispe, Rosa",  "Rossi, Giulia", "Singh, Arjun",   "Tanaka, Yui",
    "Ueda, Ken",        "Vargas, Sofía", "Weber, Leon",   "Yılmaz, Deniz"};
enum { CLASS_SIZE = sizeof class_names / sizeof *class_names };

/* Makes a class with two labs, sorted as sl_records_read sorts. */
static inline sl_records make_class(void) {
  static const char *const labs[] = {"01-csr-scalar", "02-ell"};
  sl_records records = {0};
  sl_random random = sl_random_make(2026, 1);
  assert_ok(sl_alloc(2 * CLASS_SIZE, sizeof *records.all, "records", &records.all));
  for (int i = 0; i < CLASS_SIZE; i++) {
    for (int k = 0; k < 2; k++) {
      int skill = 45 + sl_random_below(&random, 70) - 12 * k;
      sl_record *record = &records.all[records.count++];
      *record = class_record(class_names[i], labs[k], (unsigned)records.count, skill, &random);
      if (k == 1) spoil_some(record, i);
    }
  }
  return records;
}

/* Makes the record of a student who has tried everything: each text of the record is `evil`. */
static inline sl_record evil_record(const char *student, const char *evil, unsigned number) {
  sl_record record = sample_record(student, "02-ell");
  set_key(&record, number);
  set(&record.lab, "02-ell");
  char **const texts[] = {&record.file,
                          &record.message,
                          &record.compiler,
                          &record.output,
                          &record.review,
                          &record.device,
                          &record.sandbox,
                          &record.grader,
                          &record.backend,
                          &record.handed_in,
                          &record.extended,
                          &record.extension,
                          &record.decided.override,
                          &record.decided.comment};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) set(texts[i], evil);
  for (size_t i = 0; i < record.num_items; i++) {
    sl_record_item *item = &record.items[i];
    char **const parts[] = {&item->title, &item->mistake,          &item->what,
                            &item->hint,  &item->detail,           &item->case_name,
                            &item->unit,  &item->decided.override, &item->decided.comment};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) set(parts[k], evil);
  }
  return record;
}

static inline sl_records make_evil_class(void) {
  static char long_line[1 << 20], long_text[20000];
  memset(long_line, 'A', sizeof long_line - 1);
  memset(long_text, '<', sizeof long_text - 1);
  const char *const pairs[][2] = {
      {"plain", "<script>alert(1)</script>"},
      {"../../etc/passwd", "]]></failure></testcase><testcase name=\"free points\"/>"},
      {"=HYPERLINK(\"http://evil\",\"x\")", "=HYPERLINK(\"http://evil\",\"x\")"},
      {"a\nb\t\"c\"", "\"}\n{\"scores\": {\"kernel\": 9999}}\n"},
      {"\xe2\x80\xae"
       "drow",
       "\xe2\x80\xae"
       "reversed\xe2\x80\xac \xff\xfe \033[2J\033]0;t\a \xef\xbf\xbf"},
      {"..", "```\n# Heading\n[link](javascript:alert(1)) @everyone ![i](http://evil/x.png)"},
      {".", "' onmouseover='alert(1)' x='\" onload=\"alert(1)"},
      {"", "\\u0000 \\\\ \" \r\n\r {{7*7}} ${7*7} %s%n"},
      {"-rf", "-->\n<!-- &lt; &#60; &amp;"},
      {"<img src=x onerror=alert(1)>", "--\n::error::x\n##[error]y\n::set-output name=a::b"},
      {"CON", long_text},
      {"@SUM(1+1)*cmd|' /C calc'!A0", "@SUM(1+1)*cmd|' /C calc'!A0"},
  };
  enum { COUNT = sizeof pairs / sizeof *pairs };
  sl_records records = {0};
  assert_ok(sl_alloc(COUNT + 1, sizeof *records.all, "records", &records.all));
  for (unsigned i = 0; i < COUNT; i++) {
    records.all[records.count++] = evil_record(pairs[i][0], pairs[i][1], i + 1);
  }
  set(&records.all[0].output, long_line);
  set(&records.all[0].items[1].detail, long_line);
  static char long_name[3000];
  for (size_t i = 0; i + 1 < sizeof long_name; i++) long_name[i] = i % 7 ? 'n' : '/';
  records.all[records.count++] = evil_record(long_name, "a name that is too long", COUNT + 1);
  return records;
}

#endif
