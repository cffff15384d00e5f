/* report_similar.c: the part of the report on submissions that are nearly the same. */
#include "base/memory.h"
#include "grade/page.h"
#include "grade/put.h"
#include "grade/similar.h"
#include "report/html.h"

enum { MOST_GROUPS = 100 };

/* The contents of this part. */
typedef struct report_similar {
  const sl_outputs *outputs;
  const sl_records *records;
  const char *const *labs;
  size_t num_labs;
  sl_similar similar;
  int *shared;          /* for each lab: see sl_similar */
  char no_similar[256]; /* why there is no comparison; "" if there is one */
} report_similar;

/* Writes a member of a group. A student of an earlier year has no page here, and no name in an
 * anonymous report. */
static void put_member(FILE *file, const report_similar *c, const sl_record *record) {
  const char *folder = sl_similar_earlier(c->outputs, record);
  if (!folder) {
    sl_page_student(file, record->student);
    return;
  }
  sl_html_text(file, c->outputs->parts ? "a student" : record->student);
  (void)fputs(" <span class=\"note\">(", file);
  sl_html_text(file, folder);
  (void)fputs(")</span>", file);
}

static void put_group(FILE *file, const report_similar *c, const sl_similar_group *group) {
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
static void put_shared(FILE *file, const report_similar *c) {
  for (size_t i = 0; i < c->num_labs; i++) {
    if (c->shared[i] == 0) continue;
    (void)fputs("<p class=\"note\">In ", file);
    sl_html_text(file, c->labs[i]);
    (void)fprintf(file, ", half of all pairs share at least %d percent of their code.</p>\n",
                  c->shared[i]);
  }
}

static void put_groups(FILE *file, const report_similar *c) {
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

static sl_status find_similar(report_similar *c) {
  SL_TRY(sl_alloc(c->num_labs, sizeof *c->shared, "the labs", &c->shared));
  for (size_t i = 0; i < c->num_labs && !c->no_similar[0]; i++) {
    sl_status status = sl_similar_find(c->outputs, c->records, c->labs[i], &c->similar);
    if (status == SL_ERR_MEMORY) return status;
    c->shared[i] = c->similar.shared;
    if (status != SL_OK)
      (void)snprintf(c->no_similar, sizeof c->no_similar, "%s", sl_status_message());
  }
  return SL_OK;
}

sl_status sl_put_report_similar(FILE *file, const sl_outputs *outputs, const sl_records *records,
                                const char *const *labs, size_t num_labs) {
  report_similar c = {.outputs = outputs, .records = records, .labs = labs, .num_labs = num_labs};
  sl_status status = find_similar(&c);
  if (status == SL_OK) put_groups(file, &c);
  sl_similar_free(&c.similar);
  sl_free(c.shared);
  return status;
}
