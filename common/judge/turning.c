/* turning.c: finds the inputs of a task that can be rotated. */
#include "judge/turning.h"

#include <string.h>

static size_t count_of(const sl_case *given, sl_case_array array) {
  const sl_csr *a = &given->matrix;
  return (size_t)(array == SL_CASE_X ? a->num_cols : array == SL_CASE_Y ? a->num_rows : a->nnz);
}

typedef struct turning_content {
  const char *bytes;
  size_t element;
} turning_content;

static turning_content content_of(const sl_array *array) {
  if (array->type == SL_INT)
    return (turning_content){(const char *)array->ints, sizeof *array->ints};
  return (turning_content){(const char *)array->reals, sizeof *array->reals};
}

static bool is_same(const sl_array *a, const sl_array *b) {
  turning_content left = content_of(a), right = content_of(b);
  if (a->count == 0 || left.bytes == right.bytes) return true;
  return memcmp(left.bytes, right.bytes, a->count * left.element) == 0;
}

/* Whether `b` is `a` rotated by one element. */
static bool is_turned(const sl_array *a, const sl_array *b) {
  turning_content from = content_of(a), to = content_of(b);
  size_t rest = (a->count - 1) * from.element;
  return memcmp(to.bytes, from.bytes + from.element, rest) == 0 &&
         memcmp(to.bytes + rest, from.bytes, from.element) == 0;
}

static bool has_same_arrays(const sl_problem *a, const sl_problem *b) {
  bool same = a->num_arrays == b->num_arrays;
  for (int i = 0; same && i < a->num_arrays; i++) {
    const sl_array *left = &a->arrays[i], *right = &b->arrays[i];
    same = strcmp(left->name, right->name) == 0 && left->type == right->type &&
           left->place == right->place && left->role == right->role && left->count == right->count;
  }
  return same;
}

/* Whether some inputs are rotated, and all other contents are the same. */
static bool compare(const sl_problem *problem, const sl_problem *other, sl_turning *out) {
  bool any = false;
  if (!has_same_arrays(problem, other)) return false;
  for (int i = 0; i < problem->num_arrays; i++) {
    const sl_array *array = &problem->arrays[i];
    out->follows[i] = false;
    if (sl_wire_is_poisoned(array->role) || is_same(array, &other->arrays[i])) continue;
    out->follows[i] = array->role == SL_IN && array->place == SL_DEVICE &&
                      array->count == out->count && is_turned(array, &other->arrays[i]);
    if (!out->follows[i]) return false;
    any = true;
  }
  return any;
}

sl_status sl_turning_find(const sl_task *task, const sl_case *given, const sl_problem *problem,
                          sl_turning *out) {
  *out = (sl_turning){.known = true};
  sl_status status = SL_OK;
  for (int array = SL_CASE_X; array < SL_CASE_ARRAYS && !out->any && status == SL_OK; array++) {
    out->array = (sl_case_array)array;
    out->count = count_of(given, out->array);
    if (out->count < 2) continue;
    sl_case turned;
    sl_problem other = {.num_arrays = 0};
    status = sl_case_turn(given, out->array, 1, &turned);
    if (status == SL_OK) status = task->pose(&turned, &other);
    if (status == SL_OK) out->any = compare(problem, &other, out);
    sl_problem_free(&other);
    sl_case_free_turned(given, &turned);
  }
  return status;
}

void sl_turning_mark(const sl_turning *turning, sl_problem *asked) {
  for (int i = 0; i < asked->num_arrays; i++) {
    asked->arrays[i].turns = turning->any && turning->follows[i];
  }
}

sl_status sl_turning_pose(const sl_turning *turning, const sl_task *task, const sl_case *given,
                          const sl_problem *asked, uint32_t turn, sl_case *turned,
                          sl_problem *answered) {
  size_t by = (size_t)sl_wire_turn(turning->count, turn);
  SL_TRY(sl_case_turn(given, turning->array, by, turned));
  SL_TRY(task->pose(turned, answered));
  for (int i = 0; i < answered->num_arrays; i++) {
    const sl_array *sent = &asked->arrays[i];
    bool of_ints = turning->follows[i] && sent->type == SL_INT && sent->count > 0;
    if (of_ints) answered->arrays[i].last_sent = &sent->ints[sent->count - 1];
  }
  return SL_OK;
}
