/* join.c: merges fingerprints from two compilers. The result of a data race may depend on the
 * compiler, so results that differ between compilers count as unpredictable, like results that
 * differ between orders of the threads. */
#include "author/join.h"

#include "base/memory.h"

#include <string.h>

static void join_marks(sl_print *print, const sl_print *other) {
  sl_mark had[SL_MAX_MARKS];
  int num_had = print->num_marks;
  memcpy(had, print->marks, sizeof had);
  for (int i = 0; i < num_had; i++) {
    int at = sl_fingerprint_find_mark(other->marks, other->num_marks, &had[i]);
    if (at < 0 || !other->marks[at].sure) print->marks[i].sure = false;
  }
  for (int i = 0; i < other->num_marks; i++) {
    if (sl_fingerprint_find_mark(had, num_had, &other->marks[i]) >= 0) continue;
    if (print->num_marks == SL_MAX_MARKS) {
      print->open = true;
      return;
    }
    print->marks[print->num_marks] = other->marks[i];
    print->marks[print->num_marks++].sure = false;
  }
}

static bool has_answer(const sl_print *print, const sl_print_answer *answer) {
  for (int i = 0; i < print->num_answers; i++) {
    const sl_print_answer *a = &print->answers[i];
    if (strcmp(a->name, answer->name) == 0) {
      return a->hash == answer->hash && a->num_unknown == answer->num_unknown &&
             memcmp(a->unknown, answer->unknown, (size_t)a->num_unknown * sizeof *a->unknown) == 0;
    }
  }
  return false;
}

static void join_answers(sl_print *print, const sl_print *other) {
  int kept = 0;
  for (int i = 0; i < print->num_answers; i++) {
    if (has_answer(other, &print->answers[i])) print->answers[kept++] = print->answers[i];
  }
  print->num_answers = kept;
}

/* Merges `other` into `print`. If the program cannot fail with one of the compilers, that print
 * has no answers, and the answers of the other print are kept. */
static void join(sl_print *print, const sl_print *other) {
  if (print->can_fail && other->can_fail) {
    join_answers(print, other);
  } else if (other->can_fail) {
    memcpy(print->answers, other->answers, sizeof print->answers);
    print->num_answers = other->num_answers;
  }
  print->can_pass |= other->can_pass;
  print->can_fail |= other->can_fail;
  print->open |= other->open;
  join_marks(print, other);
  if (print->open) print->num_marks = print->num_answers = 0;
}

static bool is_same(sl_print one, sl_print other) {
  const struct sl_prints a = {&one, 1}, b = {&other, 1};
  bool same = sl_fingerprint_equal(&a, &b) && one.num_marks == other.num_marks;
  for (int i = 0; same && i < one.num_marks; i++) {
    int at = sl_fingerprint_find_mark(other.marks, other.num_marks, &one.marks[i]);
    same = at >= 0 && other.marks[at].sure == one.marks[i].sure;
  }
  return same;
}

/* The print that the other compiler's program leaves on the case of `print`. If several cases
 * ask the same, prefers one with an equal print. */
static const sl_print *find(const struct sl_prints *prints, const sl_print *print) {
  const sl_print *found = NULL;
  for (size_t i = 0; i < prints->count; i++) {
    const sl_print *one = &prints->of[i];
    if (one->asked != print->asked) continue;
    if (is_same(*one, *print)) return one;
    if (!found) found = one;
  }
  return found;
}

sl_status sl_join_prints(struct sl_prints *prints, const struct sl_prints *other, bool *changed) {
  size_t had = prints->count;
  *changed = false;
  for (size_t i = 0; i < had; i++) {
    sl_print *print = &prints->of[i], before = *print;
    const sl_print *same = find(other, print);
    if (!same || is_same(*same, before)) continue;
    join(print, same);
    *changed = *changed || !is_same(before, *print);
  }
  return SL_OK;
}
