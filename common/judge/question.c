/* question.c: writes a problem into the two files of a job: the sealed question and the answer. */
#define _GNU_SOURCE
#include "judge/question.h"

#include "base/parallel.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static size_t rounded_up(size_t bytes) {
  return (bytes + SL_WIRE_REDZONE - 1) / SL_WIRE_REDZONE * SL_WIRE_REDZONE;
}

size_t sl_question_element_bytes(const sl_array *array, sl_precision precision) {
  return array->type == SL_INT ? sizeof(int32_t) : sl_spmv_precision_bytes(precision);
}

int32_t sl_question_last_int(const sl_array *array) {
  if (array->last_sent) return *array->last_sent;
  bool sent = array->type == SL_INT && !sl_wire_is_poisoned(array->role) && array->count > 0;
  return sent ? array->ints[array->count - 1] : 0;
}

static void lay_out(const sl_problem *problem, const char *task, sl_precision precision,
                    const sl_job_options *options, sl_wire_question *question) {
  memset(question, 0, sizeof *question);
  question->magic = SL_WIRE_MAGIC;
  question->num_arrays = (uint32_t)problem->num_arrays;
  question->real_bytes = (uint32_t)sl_spmv_precision_bytes(precision);
  question->cold_samples = options->cold_samples;
  question->hot_samples = options->hot_samples;
  question->batch = options->batch;
  question->pairs = options->pairs;
  question->measure_copy = options->measure_copy;
  question->seed = options->seed;
  question->layout = options->layout;
  question->one_thread = options->one_thread;
  question->own_cleared = options->own_cleared;
  question->candidate = options->candidate;
  question->hurried = options->hurried;
  question->columns = options->columns;
  question->multiprocessors = options->multiprocessors;
  question->host_samples = options->host_samples;
  question->predicts = options->device != NULL;
  if (options->device) question->device = *options->device;
  (void)snprintf(question->task, sizeof question->task, "%s", task);
  size_t asked = rounded_up(sizeof *question), answered = SL_WIRE_REDZONE;
  for (int i = 0; i < problem->num_arrays; i++) {
    const sl_array *array = &problem->arrays[i];
    sl_wire_array *wire = &question->arrays[i];
    size_t bytes = array->count * sl_question_element_bytes(array, precision);
    (void)snprintf(wire->name, sizeof wire->name, "%s", array->name);
    wire->type = array->type;
    wire->place = array->place;
    wire->role = array->role;
    wire->count = array->count;
    wire->last = sl_question_last_int(array);
    wire->turns = array->turns;
    wire->answer_offset = answered;
    answered += rounded_up(bytes + 2 * SL_WIRE_REDZONE);
    if (options->accounts && array->place == SL_DEVICE && sl_wire_is_answer(array->role)) {
      wire->writers_offset = answered;
      answered += rounded_up(array->count + SL_WIRE_REDZONE);
    }
    if (sl_wire_is_poisoned(array->role)) continue;
    wire->question_offset = asked;
    asked += rounded_up(bytes);
  }
  question->question_bytes = asked;
  question->answer_bytes = answered + SL_WIRE_REDZONE;
}

typedef struct storing {
  const sl_array *array;
  sl_precision precision;
  void *to;
  int num_parts;
} storing;

static void store_part(void *context, int part) {
  const storing *all = context;
  const sl_array *array = all->array;
  size_t first = (size_t)sl_part_begin((long long)array->count, all->num_parts, part);
  size_t end = (size_t)sl_part_begin((long long)array->count, all->num_parts, part + 1);
  if (first == end) return;
  if (array->type == SL_INT) {
    memcpy((int32_t *)all->to + first, array->ints + first, (end - first) * sizeof(int32_t));
  } else if (all->precision == SL_F64) {
    memcpy((double *)all->to + first, array->reals + first, (end - first) * sizeof(double));
  } else {
    float *floats = all->to;
    for (size_t i = first; i < end; i++) floats[i] = (float)array->reals[i];
  }
}

void sl_question_store_contents(const sl_array *array, sl_precision precision, void *to) {
  storing all = {array, precision, to, sl_parallel_parts((long long)array->count)};
  sl_parallel_run_all(all.num_parts, store_part, &all);
}

/* Makes a file of `size` bytes that exists in memory only. */
static sl_status make_file(const char *name, size_t size, int *descriptor_out, void **mapped_out) {
  int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor < 0 || ftruncate(descriptor, (off_t)size) != 0) {
    sl_status status = sl_fail(SL_ERR_SYSTEM, "cannot make a memory file of %zu bytes: %m", size);
    if (descriptor >= 0) (void)close(descriptor);
    return status;
  }
  void *mapped = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (mapped == MAP_FAILED) {
    (void)close(descriptor);
    return sl_fail(SL_ERR_MEMORY, "not enough memory to pass on a case of %zu bytes", size);
  }
  *descriptor_out = descriptor;
  *mapped_out = mapped;
  return SL_OK;
}

typedef struct touching {
  char *bytes;
  size_t size;
  int num_parts;
} touching;

enum { PAGE = 4096, BYTES_A_STEP = 16 };

static void touch_part(void *context, int part) {
  const touching *all = context;
  long long pages = (long long)(all->size / PAGE);
  size_t end = (size_t)sl_part_begin(pages, all->num_parts, part + 1);
  for (size_t page = (size_t)sl_part_begin(pages, all->num_parts, part); page < end; page++) {
    all->bytes[page * PAGE] = 0;
  }
}

/* Populates the pages of a file that will be completely written. Otherwise the worker would get one
 * page after another, which takes as long as writing them. */
static void touch_pages(void *bytes, size_t size) {
  touching all = {bytes, size, sl_parallel_parts((long long)size / BYTES_A_STEP)};
  if (all.num_parts > 1) sl_parallel_run_all(all.num_parts, touch_part, &all);
}

static sl_status make_question(const sl_problem *problem, sl_precision precision,
                               const sl_wire_question *question, int *descriptor_out) {
  void *mapped;
  SL_TRY(make_file("question", question->question_bytes, descriptor_out, &mapped));
  memcpy(mapped, question, sizeof *question);
  for (int i = 0; i < problem->num_arrays; i++) {
    const sl_array *array = &problem->arrays[i];
    if (sl_wire_is_poisoned(array->role)) continue;
    sl_question_store_contents(array, precision,
                               (char *)mapped + question->arrays[i].question_offset);
  }
  (void)munmap(mapped, question->question_bytes);
  /* Seals the question, so that no process can change it any more. */
  if (fcntl(*descriptor_out, F_ADD_SEALS,
            F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL)) {
    sl_status status = sl_fail(SL_ERR_SYSTEM, "cannot seal a question: %m");
    (void)close(*descriptor_out);
    return status;
  }
  return SL_OK;
}

sl_status sl_question_make(const sl_problem *problem, const char *task, sl_precision precision,
                           const sl_job_options *options, int descriptors_out[2],
                           sl_answer *answer_out) {
  sl_wire_question question;
  lay_out(problem, task, precision, options, &question);
  memset(answer_out, 0, sizeof *answer_out);
  SL_TRY(make_question(problem, precision, &question, &descriptors_out[0]));
  void *mapped;
  sl_status status = make_file("answer", question.answer_bytes, &descriptors_out[1], &mapped);
  if (status != SL_OK) {
    (void)close(descriptors_out[0]);
    return status;
  }
  answer_out->bytes = mapped;
  answer_out->size = question.answer_bytes;
  touch_pages(mapped, question.answer_bytes);
  /* Fixes the size, because a worker that truncates its file would crash the judge. */
  if (fcntl(descriptors_out[1], F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL)) {
    status = sl_fail(SL_ERR_SYSTEM, "cannot seal an answer: %m");
    (void)close(descriptors_out[0]);
    (void)close(descriptors_out[1]);
    sl_question_free_answer(answer_out);
    return status;
  }
  for (int i = 0; i < problem->num_arrays; i++) {
    answer_out->offsets[i] = question.arrays[i].answer_offset;
    answer_out->writers[i] = question.arrays[i].writers_offset;
  }
  return SL_OK;
}

void sl_question_free_answer(sl_answer *answer) {
  if (answer->bytes) (void)munmap(answer->bytes, answer->size);
  memset(answer, 0, sizeof *answer);
}
