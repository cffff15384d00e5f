/* submission_join.c: makes one submission out of everything that a student has submitted. */
#include "grade/submission.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_student(const void *a, const void *b) {
  const sl_submission *x = a, *y = b;
  int order = strcmp(x->student, y->student);
  return order ? order : strcmp(x->id, y->id);
}

static sl_status append(char **to, const char *text) {
  if (!text[0] || strstr(*to, text)) return SL_OK;
  size_t used = strlen(*to), size = used + strlen(text) + 3;
  SL_TRY(sl_resize(size, 1, "a submission's note", to));
  (void)snprintf(*to + used, size - used, "%s%s", used ? "; " : "", text);
  return SL_OK;
}

/* Moves all parts of `from` to `to`. An unreadable part becomes a note if there are other parts. */
static sl_status join(sl_submission *to, sl_submission *from) {
  bool to_bad = to->problem[0], from_bad = from->problem[0];
  if (from->num_parts && (!from_bad || to_bad)) {
    SL_TRY(
        sl_resize(to->num_parts + from->num_parts, sizeof *to->parts, "a submission", &to->parts));
    memcpy(to->parts + to->num_parts, from->parts, from->num_parts * sizeof *from->parts);
    to->num_parts += from->num_parts;
    from->num_parts = 0;
  }
  to->inferred = to->inferred || from->inferred;
  SL_TRY(append(&to->note, from->note));
  if (from_bad) SL_TRY(append(&to->note, from->problem));
  return SL_OK;
}

/* Joins submissions of the same student. It does not matter if the platform's number is missing in
 * some of them, unless there are two different numbers. */
static sl_status join_students(sl_submissions *list, size_t from, size_t count) {
  bool several = false;
  const char *id = "";
  for (size_t i = from; i < from + count; i++) {
    const char *own = list->all[i].id;
    several = several || (id[0] && own[0] && strcmp(id, own) != 0);
    if (own[0]) id = own;
  }
  for (size_t i = from; several && i < from + count; i++) {
    sl_submission *one = &list->all[i];
    size_t size = strlen(one->student) + strlen(one->id) + 2;
    if (!one->id[0]) continue;
    char *name;
    SL_TRY(sl_alloc(size, 1, "a submission's name", &name));
    (void)snprintf(name, size, "%s_%s", one->student, one->id);
    sl_free(one->student);
    one->student = name;
  }
  return SL_OK;
}

static sl_status join_equal(sl_submissions *list) {
  size_t kept = 0;
  for (size_t i = 1; i < list->count; i++) {
    sl_submission *one = &list->all[kept], *other = &list->all[i];
    if (strcmp(one->student, other->student) != 0) {
      list->all[++kept] = *other;
      continue;
    }
    /* Keep the readable part; a link beside it is only reported. */
    if (one->problem[0] && !other->problem[0]) {
      sl_submission exchanged = *one;
      *one = *other;
      *other = exchanged;
    }
    sl_status status = join(one, other);
    sl_submission_free(other);
    memset(other, 0, sizeof *other);
    if (status != SL_OK) {
      for (size_t k = i + 1; k < list->count; k++) list->all[++kept] = list->all[k];
      list->count = kept + 1;
      return status;
    }
  }
  if (list->count) list->count = kept + 1;
  return SL_OK;
}

sl_status sl_submissions_sort(sl_submissions *list) {
  if (list->count) qsort(list->all, list->count, sizeof *list->all, by_student);
  for (size_t i = 0, count; i < list->count; i += count) {
    for (count = 1; i + count < list->count; count++) {
      if (strcmp(list->all[i].student, list->all[i + count].student) != 0) break;
    }
    SL_TRY(join_students(list, i, count));
  }
  if (list->count) qsort(list->all, list->count, sizeof *list->all, by_student);
  return join_equal(list);
}
