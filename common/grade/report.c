/* report.c: the report on a class for teachers: one page that needs no other file. */
#include "base/memory.h"
#include "grade/page.h"
#include "grade/put.h"
#include "report/html.h"

#include <string.h>

/* Everything that the page is made of. */
typedef struct class {
  const sl_outputs *outputs;
  const sl_records *records;
  const char **labs;
  sl_tally *tallies; /* one per lab */
  size_t num_labs, num_students;
  sl_attention attention;
} class;

/* ---- head of the page ------------------------------------------------------------------------ */

static bool is_missing(const sl_record *record) {
  return record->verdict == SL_GRADE_NOT_WRITTEN && !sl_wording_record_is_of_file(record);
}

static void put_count(FILE *file, size_t count, const char *label) {
  char text[32];
  (void)snprintf(text, sizeof text, "%zu", count);
  sl_page_tile(file, text, label);
}

static void put_tiles(FILE *file, const class *c) {
  size_t look = c->attention.counts[SL_ATTENTION_SUBMISSION], late = 0, missing = 0;
  for (size_t i = 0; i < c->records->count; i++) {
    missing += is_missing(&c->records->all[i]);
    late += c->records->all[i].late_percent > 0;
  }
  (void)fputs("<div class=\"tiles\">\n", file);
  put_count(file, c->num_students, "students");
  put_count(file, c->num_labs, c->num_labs == 1 ? "lab" : "labs");
  put_count(file, c->records->count - missing, "submissions");
  if (missing > 0) put_count(file, missing, "not submitted");
  put_count(file, look, look == 1 ? "needs attention" : "need attention");
  size_t files = c->attention.count - look;
  if (files > 0) put_count(file, files, files == 1 ? "file to look at" : "files to look at");
  put_count(file, late, "late");
  (void)fputs("</div>\n", file);
}

static bool same_as_before(const sl_records *records, size_t at,
                           bool (*same)(const sl_record *, const sl_record *)) {
  for (size_t i = 0; i < at; i++) {
    if (same(&records->all[i], &records->all[at])) return true;
  }
  return false;
}

static bool same_setting(const sl_record *a, const sl_record *b) {
  return strcmp(a->backend, b->backend) == 0 && strcmp(a->device, b->device) == 0 &&
         strcmp(a->sandbox, b->sandbox) == 0;
}

/* "sparselab 0.1.0", without the checksum after it, which differs for each lab. */
static void put_grader(FILE *file, const sl_record *record) {
  char name[64];
  size_t length = strcspn(record->grader, "(");
  while (length > 0 && record->grader[length - 1] == ' ') length--;
  (void)snprintf(name, sizeof name, "%.*s", (int)length, record->grader);
  sl_html_text(file, name);
}

/* Writes the settings with which the records were graded, on several lines if they differ. */
static void put_settings(FILE *file, const class *c) {
  for (size_t i = 0; i < c->records->count; i++) {
    const sl_record *r = &c->records->all[i];
    if (same_as_before(c->records, i, same_setting)) continue;
    (void)fputs("<p class=\"note\">Graded on the ", file);
    sl_html_text(file, strcmp(r->backend, "gpu") == 0 ? "GPU" : r->backend);
    if (r->device[0]) (void)fputs(", ", file);
    sl_html_text(file, r->device);
    (void)fputs(", by ", file);
    put_grader(file, r);
    (void)fputs(". Sandbox: ", file);
    sl_html_text(file, r->sandbox);
    (void)fputs(".</p>\n", file);
  }
  if (c->outputs->times_of_files) {
    (void)fputs(
        "<p class=\"note\">The submission times are the modification times of the files.</p>\n",
        file);
  }
}

/* ---- decisions ------------------------------------------------------------------------------- */

static void put_decision(FILE *file, const sl_record *record, const char *item, const char *kind,
                         const char *text) {
  if (!text[0]) return;
  (void)fputs("<tr><td class=\"short\">", file);
  sl_page_student(file, record->student);
  (void)fputs("<td class=\"short\">", file);
  sl_html_text(file, record->lab);
  (void)fputs("<td class=\"short\">", file);
  sl_html_text(file, item);
  (void)fprintf(file, "<td class=\"short\">%s<td class=\"lines\">", kind);
  sl_html_text(file, text);
  (void)fputs("</tr>\n", file);
}

static void put_decisions_of(FILE *file, const sl_record *record) {
  const sl_decided *whole = &record->decided;
  put_decision(file, record, record->extended, "deadline", record->extension);
  put_decision(file, record, "", "points", whole->override);
  put_decision(file, record, "", "comment", whole->comment);
  for (size_t i = 0; i < record->num_items; i++) {
    const sl_record_item *item = &record->items[i];
    put_decision(file, record, item->id, "points", item->decided.override);
    put_decision(file, record, item->id, "comment", item->decided.comment);
  }
}

static bool has_decisions(const sl_record *record) {
  bool any = record->extension[0] || record->decided.override[0] || record->decided.comment[0];
  for (size_t i = 0; i < record->num_items; i++) {
    const sl_decided *decided = &record->items[i].decided;
    any = any || decided->override[0] || decided->comment[0];
  }
  return any;
}

static void put_decisions(FILE *file, const class *c) {
  bool any = false;
  for (size_t i = 0; i < c->records->count; i++) {
    any = any || has_decisions(&c->records->all[i]);
  }
  if (!any) return;
  (void)fputs("<section>\n<h2>Set by hand</h2>\n<div class=\"scroll\"><table class=\"wide\">\n<tr>"
              "<th>student<th>lab<th>task<th>what<th>who, when and why</tr>\n",
              file);
  for (size_t i = 0; i < c->records->count; i++) put_decisions_of(file, &c->records->all[i]);
  (void)fputs("</table></div>\n<p class=\"note\">These lines are from the file of decisions. The "
              "file regrades.csv says which marks changed, and why.</p>\n</section>\n",
              file);
}

/* ---- all students ---------------------------------------------------------------------------- */

static const sl_record *record_of(const sl_student *student, const char *lab) {
  for (size_t i = 0; i < student->count; i++) {
    if (strcmp(student->records[i].lab, lab) == 0) return &student->records[i];
  }
  return NULL;
}

static void put_cell(FILE *file, const sl_outputs *outputs, const sl_record *record) {
  (void)fputs("<td>", file);
  if (!record) return;
  bool counts = sl_wording_record_counts(record);
  bool linked = !outputs->parts; /* records hold names */
  if (linked) (void)fprintf(file, "<a href=\"records/%s.json\">", record->key);
  if (counts) {
    sl_page_points(file, sl_record_points(record));
    if (sl_record_possible_bonus(record) > 0) {
      (void)fputs(" <span class=\"note\">+ ", file);
      sl_page_points(file, sl_record_bonus(record));
      (void)fputs(" bonus</span>", file);
    }
  } else {
    (void)fputs("open", file);
  }
  (void)fputs(linked ? "</a>&ensp;" : "&ensp;", file);
  sl_page_verdict(file, sl_record_verdict_name(record->verdict));
  if (record->late_percent > 0) (void)fputs(" <span class=\"note\">late</span>", file);
  if (sl_record_is_overridden(record)) {
    (void)fputs(" <span class=\"note\">set by hand</span>", file);
  }
  if (record->extended[0]) (void)fputs(" <span class=\"note\">extended</span>", file);
}

static void put_students(FILE *file, const class *c) {
  (void)fputs("<section>\n<h2>Students</h2>\n<div class=\"scroll\"><table class=\"wide\">\n"
              "<tr><th>student",
              file);
  for (size_t i = 0; i < c->num_labs; i++) {
    (void)fputs("<th>", file);
    sl_html_text(file, c->labs[i]);
  }
  (void)fputs("<th class=\"num\">total</tr>\n", file);
  for (size_t at = 0; at < c->records->count;) {
    sl_student student = sl_put_student_at(c->records, at);
    double total = 0;
    bool any = false;
    (void)fputs("<tr><td>", file);
    sl_page_student(file, student.name);
    for (size_t i = 0; i < c->num_labs; i++)
      put_cell(file, c->outputs, record_of(&student, c->labs[i]));
    for (size_t i = 0; i < student.count; i++) {
      total += sl_record_mark(&student.records[i]);
      any = any || sl_wording_record_counts(&student.records[i]);
    }
    (void)fputs("<td class=\"num\">", file);
    if (any) {
      sl_page_points(file, total);
    } else {
      (void)fputs("open", file);
    }
    (void)fputs("</tr>\n", file);
    at += student.count;
  }
  (void)fputs("</table></div>\n<p class=\"note\">Click a name to see the feedback, and points to "
              "see the record with its seed.</p>\n</section>\n",
              file);
}

/* ---- the whole report ------------------------------------------------------------------------ */

static void free_class(class *c) {
  for (size_t i = 0; c->tallies && i < c->num_labs; i++) sl_tally_free(&c->tallies[i]);
  sl_free(c->tallies);
  sl_free(c->labs);
  sl_attention_free(&c->attention);
}

static sl_status make_class(class *c) {
  SL_TRY(sl_attention_make(c->records, c->outputs, &c->attention));
  SL_TRY(sl_tally_list_labs(c->records, &c->labs, &c->num_labs));
  SL_TRY(sl_alloc(c->num_labs, sizeof *c->tallies, "the labs", &c->tallies));
  for (size_t i = 0; i < c->num_labs; i++) {
    SL_TRY(sl_tally_make(c->records, c->labs[i], &c->tallies[i]));
  }
  for (size_t at = 0; at < c->records->count; c->num_students++) {
    at += sl_put_student_at(c->records, at).count;
  }
  return SL_OK;
}

sl_status sl_put_report(FILE *file, const sl_outputs *outputs, const sl_records *records) {
  class c = {.outputs = outputs, .records = records};
  sl_status status = make_class(&c);
  if (status == SL_OK) {
    sl_page_begin(file, "Report on the class", "");
    put_tiles(file, &c);
    sl_put_report_attention(file, &c.attention);
    put_settings(file, &c);
    status = sl_put_report_all_labs(file, c.tallies, c.num_labs);
  }
  for (size_t i = 0; status == SL_OK && i < c.num_labs; i++)
    status = sl_put_report_lab(file, records, &c.tallies[i]);
  if (status == SL_OK) {
    put_students(file, &c);
    put_decisions(file, &c);
    status = sl_put_report_similar(file, outputs, records, c.labs, c.num_labs);
  }
  if (status == SL_OK) sl_page_end(file);
  free_class(&c);
  return status;
}
