/* batch.c: makes many consecutive launches between two lines of the reply. The judge measures the
 * time between the lines with its own clock, with and without launches, and then again with twice
 * as many.
 *
 * Before each launch, answers get their initial contents, and inputs that can be rotated are
 * rotated by a new random number, so that no launch can know its answer from an earlier one. After
 * the launch, the answers are copied. The answers of one launch, also drawn at random, are sent to
 * the judge. A program cannot predict which, so all answers must be right. */
#include "internal.h"

#include "worker/cache_policy.h"

#include <cuda_runtime_api.h>

#include <string.h>
#include <sys/random.h>

/* The device copies of an answer, or of an input that is rotated. */
typedef struct keep {
  sl_buffer *buffer;                  /* NULL: this array needs no copies */
  size_t element;                     /* bytes per element */
  void *before, *saved, *thrown_away; /* copies of an answer */
  char *twice;                        /* an input twice in a row, to rotate it */
} keep;

static keep keeps[SL_WIRE_MAX_ARRAYS];

/* The launch whose answers are sent, counted over all batches, and the rotation of its inputs. */
typedef struct pick {
  uint32_t launch, turn;
  size_t set_aside_bytes; /* largest size of the persisting L2 cache since that launch */
} pick;

static void must(cudaError_t error, const char *what) {
  if (error != cudaSuccess)
    sl_say_broken("timing of batches: %s: %s", what, cudaGetErrorString(error));
}

static uint32_t random_number(void) {
  uint32_t number;
  if (getrandom(&number, sizeof number, 0) != sizeof number) sl_say_broken("no random numbers");
  return number;
}

static void *copy_of(const sl_buffer *buffer) {
  void *copy = NULL;
  must(cudaMalloc(&copy, buffer->bytes), buffer->wire->name);
  must(cudaMemcpy(copy, buffer->data, buffer->bytes, cudaMemcpyDeviceToDevice), "copy");
  return copy;
}

/* Copies an array twice in a row, so that each rotation of it is contiguous. */
static char *copy_twice(const sl_buffer *buffer) {
  char *copy = NULL;
  must(cudaMalloc((void **)&copy, 2 * buffer->bytes), buffer->wire->name);
  for (int i = 0; i < 2; i++) {
    must(cudaMemcpy(copy + (size_t)i * buffer->bytes, buffer->data, buffer->bytes,
                    cudaMemcpyDeviceToDevice),
         "copy");
  }
  return copy;
}

static void keep_arrays(sl_job *job) {
  for (uint32_t i = 0; i < job->question->num_arrays; i++) {
    sl_buffer *buffer = &job->buffers[i];
    bool turns = buffer->wire->turns && buffer->wire->role == SL_IN;
    keeps[i] = (keep){.buffer = NULL};
    if (buffer->mapped || buffer->bytes == 0) continue;
    if (buffer->wire->role == SL_IN && !turns) continue;
    keeps[i].buffer = buffer;
    keeps[i].element = buffer->bytes / buffer->wire->count;
    if (turns) {
      keeps[i].twice = copy_twice(buffer);
    } else {
      keeps[i].before = copy_of(buffer);
      keeps[i].saved = copy_of(buffer);
      keeps[i].thrown_away = copy_of(buffer);
    }
  }
}

static void free_arrays(const sl_job *job) {
  for (uint32_t i = 0; i < job->question->num_arrays; i++) {
    if (!keeps[i].buffer) continue;
    (void)cudaFree(keeps[i].before);
    (void)cudaFree(keeps[i].saved);
    (void)cudaFree(keeps[i].thrown_away);
    (void)cudaFree(keeps[i].twice);
  }
}

/* The addresses of arrays change the time of a launch by one or two percent. Therefore each pair of
 * batches except the first uses copies at other addresses, if there is enough memory. Earlier
 * copies remain allocated, because otherwise new ones would get the same addresses. */
static struct {
  char *home[SL_WIRE_MAX_ARRAYS];
  void *copies[SL_WIRE_MAX_PAIRS * SL_WIRE_MAX_ARRAYS];
  size_t num_copies;
} moved;

static bool is_plentiful(size_t bytes) {
  size_t left = 0, all = 0;
  must(cudaMemGetInfo(&left, &all), "memory");
  return left > bytes && left - bytes > all / 2;
}

static void move_arrays(sl_job *job) {
  for (uint32_t i = 0; i < job->question->num_arrays; i++) {
    sl_buffer *buffer = &job->buffers[i];
    if (buffer->mapped || buffer->bytes == 0 || !is_plentiful(buffer->bytes)) continue;
    if (!moved.home[i]) moved.home[i] = buffer->data;
    moved.copies[moved.num_copies++] = buffer->data = copy_of(buffer);
  }
}

static void move_back(sl_job *job) {
  for (uint32_t i = 0; i < job->question->num_arrays; i++) {
    if (moved.home[i]) job->buffers[i].data = moved.home[i];
  }
  while (moved.num_copies > 0) (void)cudaFree(moved.copies[--moved.num_copies]);
  memset(&moved, 0, sizeof moved);
}

/* Queues a copy on the device. Nothing waits for it, so the device is never idle. An error of an
 * earlier launch may be reported here first. */
static void copy(void *to, const void *from, size_t bytes) {
  cudaError_t error = cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, 0);
  if (error == cudaSuccess) return;
  (void)sl_secret_hide(false);
  sl_ending_if_cuda_failed("time");
  must(error, "copy");
}

static const char *turned(const keep *it, uint32_t turn) {
  return it->twice + sl_wire_turn(it->buffer->wire->count, turn) * it->element;
}

static void give(const sl_job *job, uint32_t turn) {
  for (uint32_t i = 0; i < job->question->num_arrays; i++) {
    const keep *it = &keeps[i];
    if (!it->buffer) continue;
    copy(it->buffer->data, it->twice ? turned(it, turn) : it->before, it->buffer->bytes);
  }
}

static void take(const sl_job *job, bool save) {
  for (uint32_t i = 0; i < job->question->num_arrays; i++) {
    const keep *it = &keeps[i];
    if (!it->buffer || it->twice) continue;
    copy(save ? it->saved : it->thrown_away, it->buffer->data, it->buffer->bytes);
  }
}

/* Records how much of the L2 cache is set aside for persisting lines, because these survive the
 * copies between launches. At the beginning of the job, nothing was set aside. */
static void note_set_aside(pick *picked) {
  size_t bytes = 0;
  if (cudaDeviceGetLimit(&bytes, cudaLimitPersistingL2CacheSize) != cudaSuccess) {
    (void)cudaGetLastError();
    bytes = 0;
  }
  if (bytes > picked->set_aside_bytes) picked->set_aside_bytes = bytes;
}

/* Makes `count` rounds of a batch, with or without launches. `first` is the number of the first
 * launch. If there are no launches, or their answers are not needed, it is NOBODY, which is larger
 * than any picked number. */
static void make(sl_job *job, bool with_launches, uint32_t count, uint32_t first, pick *picked) {
  (void)sl_secret_hide(true); /* hidden once for all launches, because it takes time */
  for (uint32_t i = 0; i < count; i++) {
    bool wanted = first + i == picked->launch;
    uint32_t turn = random_number();
    if (wanted) picked->turn = turn;
    give(job, turn);
    if (with_launches) sl_call(job, job->drive->launch);
    take(job, wanted);
    if (wanted) note_set_aside(picked);
  }
  (void)sl_secret_hide(false);
  if (with_launches) sl_ending_if_cuda_failed("time");
  must(cudaDeviceSynchronize(), "wait");
}

enum { NOBODY = 0x40000000 };

static void run_batch(sl_job *job, int line, uint32_t count, uint32_t first, pick *picked) {
  static const char *const words[SL_WIRE_BATCH_LINES] = {SL_WIRE_BATCH_WORDS};
  for (int full = 0; full < 2; full++) {
    sl_say("batch\t%s", words[line++]);
    make(job, full, count, full ? first : NOBODY, picked);
    sl_say("batch\t%s", words[line++]);
  }
}

/* Restores the arrays to their state after the picked launch, and the inputs to the rotation that
 * it had. */
static void put_back(const sl_job *job, const pick *picked) {
  for (uint32_t i = 0; i < job->question->num_arrays; i++) {
    const keep *it = &keeps[i];
    if (!it->buffer) continue;
    copy(it->buffer->data, it->twice ? turned(it, picked->turn) : it->saved, it->buffer->bytes);
  }
  must(cudaDeviceSynchronize(), "wait");
}

void sl_batch_run(sl_job *job) {
  uint32_t count = job->question->batch, pairs = job->question->pairs, first = 0;
  if (pairs == 0 || pairs > SL_WIRE_MAX_PAIRS || count > NOBODY / (3 * SL_WIRE_MAX_PAIRS)) {
    sl_say_broken("a malformed job of batches");
  }
  pick picked = {.launch = random_number() % (3 * count * pairs)};
  sl_arrays_restore(job);
  keep_arrays(job);
  sl_forget_cache_policy();
  make(job, true, count, NOBODY, &picked); /* wakes up the device */
  for (uint32_t pair = 0; pair < pairs; pair++, first += 3 * count) {
    if (pair > 0) move_arrays(job);
    run_batch(job, 0, count, first, &picked);
    run_batch(job, SL_WIRE_BATCH_LINES / 2, 2 * count, first + count, &picked);
  }
  move_back(job);
  note_set_aside(&picked);
  sl_say("picked\t%u\t%zu", picked.turn, picked.set_aside_bytes);
  put_back(job, &picked);
  free_arrays(job);
}
