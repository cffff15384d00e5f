/* compare.c: compares every element with its bound, every input with the judge's copy, every
 * redzone with the poison. Comparisons are written so that NaN fails. */
#include "judge/compare.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "judge/question.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

double sl_compare_initial_value(const sl_array *array, size_t i) {
  if (sl_wire_is_poisoned(array->role)) return (double)NAN;
  return array->type == SL_INT ? array->ints[i] : array->reals[i];
}

/* Element `i` of an array as the worker stores it. */
static double decode_element(const sl_array *array, const char *from, size_t i,
                             sl_precision precision) {
  int32_t integer;
  float single;
  double number;
  if (array->type == SL_INT) {
    memcpy(&integer, from + i * sizeof integer, sizeof integer);
    return integer;
  }
  if (precision == SL_F32) {
    memcpy(&single, from + i * sizeof single, sizeof single);
    return (double)single;
  }
  memcpy(&number, from + i * sizeof number, sizeof number);
  return number;
}

typedef struct decoding {
  const sl_array *array;
  const char *from;
  sl_precision precision;
  double *to;
  int num_parts;
} decoding;

static void decode_part(void *context, int part) {
  const decoding *all = context;
  long long count = (long long)all->array->count;
  size_t end = (size_t)sl_part_begin(count, all->num_parts, part + 1);
  for (size_t k = (size_t)sl_part_begin(count, all->num_parts, part); k < end; k++) {
    all->to[k] = decode_element(all->array, all->from, k, all->precision);
  }
}

sl_status sl_compare_decode(const sl_problem *problem, const sl_answer *answer,
                            sl_precision precision, sl_decoded *out) {
  memset(out, 0, sizeof *out);
  for (int i = 0; i < problem->num_arrays; i++) {
    const sl_array *array = &problem->arrays[i];
    if (!sl_wire_is_answer(array->role)) continue;
    SL_TRY(sl_alloc(array->count, sizeof(double), array->name, &out->answers[i]));
    decoding all = {array, answer->bytes + answer->offsets[i], precision, out->answers[i],
                    sl_parallel_parts((long long)array->count)};
    sl_parallel_run_all(all.num_parts, decode_part, &all);
  }
  return SL_OK;
}

void sl_compare_free_decoded(sl_decoded *decoded) {
  for (int i = 0; i < SL_WIRE_MAX_ARRAYS; i++) sl_free(decoded->answers[i]);
  memset(decoded, 0, sizeof *decoded);
}

static uint32_t word_at(const char *zone, size_t i) {
  uint32_t word;
  memcpy(&word, zone + i * sizeof word, sizeof word);
  return word;
}

static void compare_redzones(const sl_array *array, const char *data, size_t bytes,
                             sl_difference *out) {
  size_t before = 0, after = 0;
  int32_t last = sl_question_last_int(array);
  for (size_t i = 0; i < SL_WIRE_REDZONE / sizeof(uint32_t); i++) {
    before += word_at(data - SL_WIRE_REDZONE, i) != sl_wire_before(array->type, array->role);
    after += word_at(data + bytes, i) != sl_wire_behind(array->type, array->role, last, i);
  }
  if (out->damaged || before + after == 0) return;
  out->damaged = array;
  out->before_start = before;
  out->past_end = after;
}

/* Two arrays of bytes, compared block by block. */
typedef struct byte_pair {
  const char *sent, *data;
  size_t bytes;
} byte_pair;

enum { COMPARED_AT_ONCE = 4096 };

static void find_changed_block(void *context, int part) {
  sl_parallel_search *all = context;
  const byte_pair *pair = all->at;
  int block, end;
  sl_looking_range(all, part, &block, &end);
  for (; block < end; block++) {
    size_t at = (size_t)block * COMPARED_AT_ONCE, left = pair->bytes - at;
    size_t size = left < COMPARED_AT_ONCE ? left : COMPARED_AT_ONCE;
    if (memcmp(pair->sent + at, pair->data + at, size) == 0) continue;
    all->found[part] = block;
    return;
  }
}

static sl_status compare_input(const sl_array *array, const char *data, size_t bytes,
                               sl_precision precision, sl_difference *out) {
  if (out->changed_input || bytes == 0) return SL_OK;
  char *sent;
  SL_TRY(sl_alloc(bytes, 1, "a copy of an input", &sent));
  sl_question_store_contents(array, precision, sent);
  byte_pair pair = {sent, data, bytes};
  int block =
      sl_parallel_find(&pair, (int)((bytes - 1) / COMPARED_AT_ONCE + 1), find_changed_block);
  if (block >= 0) {
    size_t first = (size_t)block * COMPARED_AT_ONCE;
    /* The worker can still write to `data`, so the bytes may be equal by now: do not search beyond
     * the end. */
    while (first < bytes - 1 && sent[first] == data[first]) first++;
    out->changed_input = array;
    out->changed_at = first / (bytes / array->count);
  }
  sl_free(sent);
  return SL_OK;
}

static void note_wrong(const sl_array *array, size_t i, double got, double expected, double bound,
                       sl_difference *out) {
  if (out->wrong && out->wrong != array) return; /* report the first array */
  if (!out->wrong) {
    out->wrong = array;
    out->wrong_at = i;
    out->got = got;
    out->expected = expected;
    out->bound = bound;
  }
  out->wrong_count++;
}

/* Returns poison as sl_compare_decode decodes it. For reals this is a NaN with bits that no
 * computation of other numbers produces. */
static double poison_of(const sl_array *array, sl_precision precision) {
  const uint32_t words[2] = {SL_WIRE_POISON, SL_WIRE_POISON};
  return decode_element(array, (const char *)words, 0, precision);
}

/* Whether an element has the value that it had before the launch. */
static bool is_untouched(const sl_array *array, size_t i, double got, double poison) {
  if (array->role == SL_OUT) return memcmp(&got, &poison, sizeof got) == 0;
  return got == sl_compare_initial_value(array, i);
}

bool sl_compare_is_untouched(const sl_array *array, size_t i, double got, sl_precision precision) {
  return is_untouched(array, i, got, poison_of(array, precision));
}

typedef struct answer_pair {
  const sl_array *array;
  const double *got;
} answer_pair;

static void find_wrong(void *context, int part) {
  sl_parallel_search *all = context;
  const answer_pair *pair = all->at;
  const sl_array *array = pair->array;
  int i, end;
  sl_looking_range(all, part, &i, &end);
  for (; i < end; i++) {
    double bound = array->bound ? array->bound[i] : 0.0;
    if (sl_within(pair->got[i], array->expected[i], bound)) continue;
    all->found[part] = i;
    return;
  }
}

static void compare_answer(const sl_array *array, const double *got, sl_precision precision,
                           sl_difference *out) {
  answer_pair pair = {array, got};
  int first = sl_parallel_find(&pair, (int)array->count, find_wrong);
  if (first < 0) return;
  double poison = poison_of(array, precision);
  for (size_t i = (size_t)first; i < array->count; i++) {
    double bound = array->bound ? array->bound[i] : 0.0;
    if (sl_within(got[i], array->expected[i], bound)) continue;
    note_wrong(array, i, got[i], array->expected[i], bound, out);
    if (out->wrong == array) out->untouched += is_untouched(array, i, got[i], poison);
  }
}

sl_status sl_compare(const sl_problem *problem, const sl_answer *answer, const sl_decoded *decoded,
                     sl_precision precision, sl_difference *out) {
  memset(out, 0, sizeof *out);
  for (int i = 0; i < problem->num_arrays; i++) {
    const sl_array *array = &problem->arrays[i];
    const char *data = answer->bytes + answer->offsets[i];
    size_t bytes = array->count * sl_question_element_bytes(array, precision);
    compare_redzones(array, data, bytes, out);
    if (array->role == SL_IN) {
      SL_TRY(compare_input(array, data, bytes, precision, out));
    } else if (array->expected) {
      compare_answer(array, decoded->answers[i], precision, out);
    }
  }
  return SL_OK;
}
