/* report.c: the report on a class for teachers: one page that needs no other file. */
#include "grade/attention.h"
#include "grade/figures.h"
#include "grade/page.h"
#include "grade/put.h"
#include "grade/similar.h"

#include "base/memory.h"
#include "report/html.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum { MOST_MISTAKES = 12, MOST_GROUPS = 100, MOST_OTHERS = 20 };

/* Everything that the page is made of. */
typedef struct class {
  const sl_outputs *outputs;
  const sl_records *records;
  const char **labs;
  sl_tally *tallies; /* one per lab */
  size_t num_labs, num_students;
  sl_attention attention;
  sl_similar similar;
  int *shared;          /* one per lab: see sl_similar */
  char no_similar[256]; /* why there is no comparison; "" if there is one */
} class;

static void put_number(FILE *file, double value) {
  char room[SL_POINTS_TEXT];
  (void)fputs(sl_wording_points(value, room), file);
}

/* The name of a student, as a link to the feedback. */
static void put_student(FILE *file, const char *student) {
  char name[SL_OUTPUTS_NAME];
  sl_outputs_name(student, name);
  (void)fputs("<a href=\"feedback/", file);
  for (const char *at = name; *at; at++) {
    unsigned char c = (unsigned char)*at;
    bool plain = c < 0x80 && (isalnum(c) || strchr("-_.~", c));
    if (plain) {
      (void)fputc(c, file);
    } else {
      (void)fprintf(file, "%%%02X", c);
    }
  }
  (void)fputs(".html\">", file);
  sl_html_text(file, student);
  (void)fputs("</a>", file);
}

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

/* Writes on what the records were graded; several lines if that differs. */
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

/* ---- attention ------------------------------------------------------------------------------- */

static void put_open_row(FILE *file, const sl_attention_row *row) {
  (void)fputs("<tr><td class=\"short\">", file);
  put_student(file, row->record->student);
  (void)fputs("<td class=\"short\">", file);
  sl_html_text(file, row->record->lab);
  (void)fputs("<td>", file);
  sl_page_verdict(file, sl_record_verdict_name(row->record->verdict));
  (void)fputs("<td><code>", file);
  sl_html_text(file, row->file);
  (void)fputs("</code><td>", file);
  sl_html_text(file, row->why);
  (void)fputs("</tr>\n", file);
}

static void put_file_row(FILE *file, const sl_attention_row *row) {
  (void)fputs("<tr><td class=\"short\">", file);
  if (row->record) {
    put_student(file, row->record->student);
  } else {
    (void)fputs("nobody", file);
  }
  (void)fputs("<td><code>", file);
  sl_html_text(file, row->file);
  (void)fputs("</code><td>", file);
  sl_html_text(file, row->why);
  (void)fputs("</tr>\n", file);
}

/* Writes the files of one student that are not sources in one row. */
static size_t put_other_row(FILE *file, const sl_attention *list, size_t at) {
  const sl_record *record = list->rows[at].record;
  size_t first = at;
  (void)fputs("<tr><td class=\"short\">", file);
  put_student(file, record->student);
  (void)fputs("<td>", file);
  for (; at < list->count && strcmp(list->rows[at].record->student, record->student) == 0; at++) {
    if (at - first >= MOST_OTHERS) continue;
    (void)fputs(at > first ? ", <code>" : "<code>", file);
    sl_html_text(file, list->rows[at].file);
    (void)fputs("</code>", file);
  }
  if (at - first > MOST_OTHERS) (void)fprintf(file, " and %zu more", at - first - MOST_OTHERS);
  (void)fputs("<td>not used: not a source file</tr>\n", file);
  return at;
}

static void put_open(FILE *file, const sl_attention *list) {
  size_t count = list->counts[SL_ATTENTION_SUBMISSION];
  if (count == 0) return;
  (void)fputs(
      "<table class=\"wide look\">\n<tr><th>student<th>lab<th>verdict<th>file<th>why</tr>\n", file);
  for (size_t i = 0; i < count; i++) put_open_row(file, &list->rows[i]);
  (void)fputs(
      "</table>\n<p class=\"note\">Points that could not be judged are open, not zero. If the "
      "machine could not grade a submission (<i>infrastructure</i>), the same command tries it "
      "again; <code>./lab doctor</code> says what the machine lacks. Points of a <i>review</i> are "
      "yours to give, in <code>decisions.txt</code>.",
      file);
  if (list->proposals) {
    (void)fprintf(file,
                  " For %zu of them a file is proposed: if you agree, add <code>--accept-names"
                  "</code> to the command, which then grades these files. Otherwise give the right "
                  "file the name of the lab's file.",
                  list->proposals);
  }
  (void)fputs("</p>\n", file);
}

static void put_attention(FILE *file, const class *c) {
  const sl_attention *list = &c->attention;
  size_t at = list->counts[SL_ATTENTION_SUBMISSION];
  size_t others = list->count - list->counts[SL_ATTENTION_OTHER];
  if (list->count == 0) return;
  (void)fputs("<section>\n<h2>Needs attention</h2>\n", file);
  put_open(file, list);
  if (at < list->count) {
    (void)fputs("<h3 class=\"part\">Files to look at</h3>\n<table class=\"wide look\">\n"
                "<tr><th>student<th>file<th>why</tr>\n",
                file);
    for (; at < others; at++) put_file_row(file, &list->rows[at]);
    while (at < list->count) at = put_other_row(file, list, at);
    (void)fputs("</table>\n", file);
  }
  (void)fputs("</section>\n", file);
}

/* ---- a lab ----------------------------------------------------------------------------------- */

/* Draws parts of a whole side by side. */
static void put_split(FILE *file, const size_t parts[4]) {
  static const char *const classes[4] = {"cool", "warm", "hot", "soft"};
  size_t sum = parts[0] + parts[1] + parts[2] + parts[3];
  (void)fputs("<div class=\"split\">", file);
  for (int i = 0; i < 4 && sum; i++) {
    if (parts[i]) {
      (void)fprintf(file, "<i class=\"%s\" style=\"width:%.1f%%\"></i>", classes[i],
                    100.0 * (double)parts[i] / (double)sum);
    }
  }
  (void)fputs("</div>", file);
}

static void put_items(FILE *file, const sl_tally *tally) {
  char name[256];
  (void)fputs("<h3 class=\"part\">Tasks, the hardest first</h3>\n<div class=\"scroll\"><table "
              "class=\"wide\">\n<tr><th>task<th>"
              "<th class=\"num\">pass<th class=\"num\">some points<th class=\"num\">none"
              "<th class=\"num\">not written<th class=\"num\">mean points</tr>\n",
              file);
  for (size_t i = 0; i < tally->num_items; i++) {
    const sl_tally_item *item = &tally->items[i];
    const size_t parts[4] = {item->passed, item->partial, item->failed, item->not_written};
    size_t judged = parts[0] + parts[1] + parts[2] + parts[3];
    (void)fputs("<tr><td>", file);
    sl_html_text(file, sl_wording_item_name(item->example, name));
    (void)fputs("<td>", file);
    if (judged) put_split(file, parts);
    if (judged) {
      for (int k = 0; k < 4; k++) (void)fprintf(file, "<td class=\"num\">%zu", parts[k]);
      (void)fputs("<td class=\"num\">", file);
      put_number(file, item->points / (double)judged);
      (void)fputs(" of ", file);
      put_number(file, item->example->possible);
    } else {
      (void)fprintf(file, "<td colspan=\"5\" class=\"num\">open: not judged for %zu", item->open);
    }
    (void)fputs("</tr>\n", file);
  }
  (void)fputs(
      "</table></div>\n<p class=\"key\"><span><i style=\"background:var(--cool-fill)\"></i>pass"
      "</span><span><i style=\"background:var(--warm-fill)\"></i>some points</span><span>"
      "<i style=\"background:var(--hot-fill)\"></i>none</span><span><i style=\"background:"
      "var(--edge)\"></i>not written</span></p>\n",
      file);
}

static void put_mistakes(FILE *file, const sl_tally *tally) {
  size_t shown = tally->num_mistakes < MOST_MISTAKES ? tally->num_mistakes : MOST_MISTAKES;
  if (shown == 0) return;
  (void)fputs("<h3 class=\"part\">The most common mistakes</h3>\n<div class=\"scroll\"><table "
              "class=\"wide\">\n<tr><th "
              "class=\"count\">"
              "students<th>mistake<th></tr>\n",
              file);
  for (size_t i = 0; i < shown; i++) {
    (void)fprintf(file, "<tr><td class=\"count\">%zu<td><code>", tally->mistakes[i].count);
    sl_html_text(file, tally->mistakes[i].name);
    (void)fputs("</code><td>", file);
    sl_html_text(file, tally->mistakes[i].what);
    (void)fputs("</tr>\n", file);
  }
  (void)fputs("</table></div>\n", file);
  if (shown < tally->num_mistakes) {
    (void)fprintf(file, "<p class=\"note\">There are %zu more mistakes.</p>\n",
                  tally->num_mistakes - shown);
  }
}

static void put_verdicts(FILE *file, const sl_tally *tally) {
  (void)fputs("<p class=\"counts\">", file);
  for (int v = 0; v < SL_NUM_GRADE_VERDICTS; v++) {
    if (tally->verdicts[v] == 0) continue;
    (void)fprintf(file, "<span>%zu ", tally->verdicts[v]);
    sl_page_verdict(file, sl_record_verdict_name((sl_grade_verdict)v));
    (void)fputs("</span>", file);
  }
  (void)fputs("</p>\n", file);
}

/* Writes the same figures as a table, which is the only form without gnuplot. */
static void put_bins(FILE *file, const sl_tally *tally) {
  (void)fputs("<div class=\"scroll\"><table class=\"wide\"><tr><th>percent of the points", file);
  for (int i = 0; i < SL_TALLY_BINS; i++) {
    (void)fprintf(file, "<th class=\"num\">%d–%d", i * 10, (i + 1) * 10);
  }
  (void)fputs("</tr>\n<tr><td>submissions", file);
  for (int i = 0; i < SL_TALLY_BINS; i++) {
    (void)fprintf(file, "<td class=\"num\">%zu", tally->bins[i]);
  }
  (void)fputs("</tr></table></div>\n", file);
}

static void put_sum(FILE *file, const sl_tally *tally) {
  (void)fprintf(file, "<p class=\"note\">%zu submission%s", tally->records,
                tally->records == 1 ? "" : "s");
  if (tally->graded) {
    (void)fputs(": the median has ", file);
    put_number(file, round(sl_tally_quantile(tally, 0.5)));
    (void)fputs(" percent of the judged points, the middle half from ", file);
    put_number(file, round(sl_tally_quantile(tally, 0.25)));
    (void)fputs(" to ", file);
    put_number(file, round(sl_tally_quantile(tally, 0.75)));
    (void)fputs(" percent", file);
  }
  if (tally->late) (void)fprintf(file, "; %zu late", tally->late);
  if (tally->open > 0) {
    (void)fputs("; ", file);
    put_number(file, tally->open);
    (void)fputs(" points are open, because their tasks were not judged", file);
  }
  (void)fputs(".</p>\n", file);
}

/* Writes a figure, or the reason if it could not be drawn. Only lack of memory is an error. */
static sl_status put_figure(FILE *file, sl_status drawn, const char *caption) {
  if (drawn == SL_ERR_MEMORY) return drawn;
  if (drawn == SL_OK) {
    (void)fprintf(file, "<figcaption>%s</figcaption></figure>\n", caption);
  } else if (drawn == SL_ERR_MISSING) {
    (void)fputs("</figure>\n<p class=\"note\">No figure: gnuplot is not installed.</p>\n", file);
  } else {
    (void)fputs("</figure>\n<p class=\"note\">No figure: ", file);
    sl_html_text(file, sl_status_message());
    (void)fputs("</p>\n", file);
  }
  return SL_OK;
}

static sl_status put_lab(FILE *file, const class *c, const sl_tally *tally) {
  (void)fputs("<section>\n<h2>", file);
  sl_html_text(file, tally->lab);
  (void)fputs("</h2>\n", file);
  put_sum(file, tally);
  put_verdicts(file, tally);
  if (tally->graded) {
    (void)fputs(
        "<figure class=\"figure\" role=\"img\" aria-label=\"How many submissions have which "
        "share of the points; the table below has the numbers\">",
        file);
    SL_TRY(put_figure(file, sl_figure_marks(file, tally), "Marks after late penalties."));
    put_bins(file, tally);
  }
  put_items(file, tally);
  put_mistakes(file, tally);
  sl_put_times(file, c->records, tally->lab);
  (void)fputs("</section>\n", file);
  return SL_OK;
}

static sl_status put_all_labs(FILE *file, const class *c) {
  size_t graded = 0;
  for (size_t i = 0; i < c->num_labs; i++) graded += c->tallies[i].graded > 0;
  if (c->num_labs < 2 || graded < c->num_labs) return SL_OK;
  (void)fputs(
      "<section>\n<h2>All labs</h2>\n<figure class=\"figure\" role=\"img\" aria-label=\"The "
      "range of the marks of each lab\">",
      file);
  SL_TRY(put_figure(file, sl_figure_labs(file, c->tallies, c->num_labs),
                    "The box spans the middle half of the submissions, and the line in it is the "
                    "median; the whiskers reach from the lowest to the highest."));
  (void)fputs("</section>\n", file);
  return SL_OK;
}

/* ---- similar submissions --------------------------------------------------------------------- */

/* Someone of an earlier year has no page here, and no name in an anonymous report. */
static void put_member(FILE *file, const class *c, const sl_record *record) {
  const char *folder = sl_similar_earlier(c->outputs, record);
  if (!folder) {
    put_student(file, record->student);
    return;
  }
  sl_html_text(file, c->outputs->parts ? "a student" : record->student);
  (void)fputs(" <span class=\"note\">(", file);
  sl_html_text(file, folder);
  (void)fputs(")</span>", file);
}

static void put_group(FILE *file, const class *c, const sl_similar_group *group) {
  (void)fputs("<tr><td class=\"short\">", file);
  sl_html_text(file, group->lab);
  (void)fprintf(file, "<td class=\"num\">%d", group->least);
  if (group->most > group->least) (void)fprintf(file, "–%d", group->most);
  (void)fputs("<td>", file);
  for (size_t i = 0; i < group->count; i++) {
    if (i) (void)fputs(", ", file);
    put_member(file, c, group->members[i]);
  }
  (void)fputs("</tr>\n", file);
}

/* Writes how similar the files of a lab are in general. */
static void put_shared(FILE *file, const class *c) {
  for (size_t i = 0; i < c->num_labs; i++) {
    if (c->shared[i] == 0) continue;
    (void)fputs("<p class=\"note\">In ", file);
    sl_html_text(file, c->labs[i]);
    (void)fprintf(file, ", half of all pairs share at least %d percent of their code.</p>\n",
                  c->shared[i]);
  }
}

static void put_similar(FILE *file, const class *c) {
  (void)fputs("<section>\n<h2>Nearly the same</h2>\n", file);
  if (c->no_similar[0]) {
    (void)fputs("<p class=\"note\">Submissions were not compared: ", file);
    sl_html_text(file, c->no_similar);
    (void)fputs(".</p>\n</section>\n", file);
    return;
  }
  if (c->similar.num_groups) {
    (void)fputs("<div class=\"scroll\"><table class=\"wide\">\n<tr><th>lab<th "
                "class=\"num\">percent<th>students</tr>\n",
                file);
  }
  for (size_t i = 0; i < c->similar.num_groups && i < MOST_GROUPS; i++) {
    put_group(file, c, &c->similar.groups[i]);
  }
  if (c->similar.num_groups) (void)fputs("</table></div>\n", file);
  if (c->similar.num_groups > MOST_GROUPS) {
    (void)fprintf(file, "<p>%zu more groups were found.</p>\n",
                  c->similar.num_groups - MOST_GROUPS);
  }
  put_shared(file, c);
  (void)fprintf(file,
                "<p class=\"note\">%s Names, comments and layout make no difference. Code that is "
                "in the skeleton or the handout, or that half of all pairs share, does not count. "
                "At least %d percent of the remaining code of a file is also in another file of "
                "its group. <b>A short task can be written in only a few ways: a group is a reason "
                "to read its files, not a proof.</b></p>\n</section>\n",
                c->similar.num_groups ? "Found by sim_c++." : "sim_c++ found no group.",
                SL_SIMILAR_PERCENT);
}

/* ---- decisions ------------------------------------------------------------------------------- */

static void put_decision(FILE *file, const sl_record *record, const char *item, const char *kind,
                         const char *text) {
  if (!text[0]) return;
  (void)fputs("<tr><td class=\"short\">", file);
  put_student(file, record->student);
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
    put_number(file, sl_record_points(record));
    if (sl_record_possible_bonus(record) > 0) {
      (void)fputs(" <span class=\"note\">+ ", file);
      put_number(file, sl_record_bonus(record));
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
    put_student(file, student.name);
    for (size_t i = 0; i < c->num_labs; i++)
      put_cell(file, c->outputs, record_of(&student, c->labs[i]));
    for (size_t i = 0; i < student.count; i++) {
      total += sl_record_mark(&student.records[i]);
      any = any || sl_wording_record_counts(&student.records[i]);
    }
    (void)fputs("<td class=\"num\">", file);
    if (any) {
      put_number(file, total);
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
  sl_free(c->shared);
  sl_free(c->labs);
  sl_similar_free(&c->similar);
  sl_attention_free(&c->attention);
}

static sl_status find_similar(class *c) {
  for (size_t i = 0; i < c->num_labs && !c->no_similar[0]; i++) {
    sl_status status = sl_similar_find(c->outputs, c->records, c->labs[i], &c->similar);
    if (status == SL_ERR_MEMORY) return status;
    c->shared[i] = c->similar.shared;
    if (status != SL_OK)
      (void)snprintf(c->no_similar, sizeof c->no_similar, "%s", sl_status_message());
  }
  return SL_OK;
}

static sl_status make_class(class *c) {
  SL_TRY(sl_attention_make(c->records, c->outputs, &c->attention));
  SL_TRY(sl_tally_list_labs(c->records, &c->labs, &c->num_labs));
  SL_TRY(sl_alloc(c->num_labs, sizeof *c->tallies, "the labs", &c->tallies));
  SL_TRY(sl_alloc(c->num_labs, sizeof *c->shared, "the labs", &c->shared));
  for (size_t i = 0; i < c->num_labs; i++) {
    SL_TRY(sl_tally_make(c->records, c->labs[i], &c->tallies[i]));
  }
  for (size_t at = 0; at < c->records->count; c->num_students++) {
    at += sl_put_student_at(c->records, at).count;
  }
  return find_similar(c);
}

sl_status sl_put_report(FILE *file, const sl_outputs *outputs, const sl_records *records) {
  class c = {.outputs = outputs, .records = records};
  sl_status status = make_class(&c);
  if (status == SL_OK) {
    sl_page_begin(file, "Report on the class", "");
    put_tiles(file, &c);
    put_attention(file, &c);
    put_settings(file, &c);
    status = put_all_labs(file, &c);
  }
  for (size_t i = 0; status == SL_OK && i < c.num_labs; i++)
    status = put_lab(file, &c, &c.tallies[i]);
  if (status == SL_OK) {
    put_students(file, &c);
    put_decisions(file, &c);
    put_similar(file, &c);
    sl_page_end(file);
  }
  free_class(&c);
  return status;
}
