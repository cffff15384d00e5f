/* reply.c: parses the lines of a worker's reply with one table. */
#include "judge/reply.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/visible.h"

#include "lens/lens.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FIELDS = 48 };
static const long long MOST_OFFSET = 1LL << 48; /* bytes: more than any address has */
static const long long MOST_NUMBER = 1LL << 53; /* so that sums of a few stay within 64 bits */

/* Copies text that will be shown, without control characters for the terminal. */
static void copy(char *to, size_t size, const char *from) {
  (void)snprintf(to, size, "%s", from);
  sl_visible_make(to, '?');
  for (char *c = to; *c; c++) {
    if (*c == '\n' || *c == '\t') *c = '?';
  }
}

static long long clamped(long long value, long long least, long long most) {
  return value < least ? least : value > most ? most : value;
}

/* Reads an index or a length, limited to a maximum. */
static long long number(const char *text) {
  return clamped(strtoll(text, NULL, 10), -MOST_NUMBER, MOST_NUMBER);
}

/* Reads a line number or a code. */
static int integer(const char *text) {
  return (int)clamped(strtoll(text, NULL, 10), INT_MIN + 1, INT_MAX - 1);
}

/* Reads a time or a rate; 0, which means none, if the text is not one. */
static double positive(const char *text) {
  double value = strtod(text, NULL);
  return isfinite(value) && value > 0 ? value : 0;
}

/* Reads a count; 0 if the number is negative. */
static uint64_t natural(const char *text) {
  long long value = number(text);
  return value < 0 ? 0 : (uint64_t)value;
}

static unsigned small(const char *text) {
  return (unsigned)clamped(strtoll(text, NULL, 10), 0, INT_MAX);
}

/* Reads a mask of lanes. */
static uint32_t bits(const char *text) {
  return (uint32_t)strtoul(text, NULL, 16);
}

static sl_status take_device(sl_reply *reply, char **field) {
  copy(reply->device, sizeof reply->device, field[1]);
  return SL_OK;
}

static sl_status take_stage(sl_reply *reply, char **field) {
  copy(reply->stage, sizeof reply->stage, field[1]);
  return SL_OK;
}

static sl_status take_collected(sl_reply *reply, char **field) {
  (void)field;
  reply->collected = true;
  return SL_OK;
}

static sl_status take_broken(sl_reply *reply, char **field) {
  copy(reply->broken, sizeof reply->broken, field[1]);
  return SL_OK;
}

static sl_status take_lost(sl_reply *reply, char **field) {
  copy(reply->lost, sizeof reply->lost, field[1]);
  return SL_OK;
}

static sl_status take_partial(sl_reply *reply, char **field) {
  copy(reply->partial, sizeof reply->partial, field[1]);
  return SL_OK;
}

static sl_status take_error(sl_reply *reply, char **field) {
  reply->cuda_error = integer(field[1]);
  copy(reply->cuda_name, sizeof reply->cuda_name, field[2]);
  copy(reply->cuda_text, sizeof reply->cuda_text, field[3]);
  return SL_OK;
}

static sl_status take_fault(sl_reply *reply, char **field) {
  reply->fault_signal = integer(field[1]);
  copy(reply->fault_array, sizeof reply->fault_array, field[2]);
  reply->fault_index = number(field[3]);
  reply->fault_count = number(field[4]);
  reply->num_frames = 0;
  for (int i = 5; field[i] && reply->num_frames < SL_MAX_FRAMES; i++) {
    reply->frames[reply->num_frames++] = strtoul(field[i], NULL, 16);
  }
  return SL_OK;
}

static sl_status take_time(sl_reply *reply, char **field) {
  reply->prepare_us = positive(field[2]);
  return SL_OK;
}

static sl_status take_sample(sl_reply *reply, char **field) {
  bool cold = strcmp(field[1], "cold_us") == 0, hot = strcmp(field[1], "hot_us") == 0;
  double *samples = cold ? reply->cold_us : reply->hot_us;
  int *count = cold ? &reply->num_cold : &reply->num_hot;
  double value = positive(field[2]);
  if (hot) reply->samples_us[*count > 0] = sl_clock_us();
  if ((cold || hot) && value > 0 && *count < SL_MAX_SAMPLES) samples[(*count)++] = value;
  return SL_OK;
}

static sl_status take_copy(sl_reply *reply, char **field) {
  reply->copy_gbps = positive(field[1]);
  return SL_OK;
}

/* Records when a line about a batch arrived. Reads the clock first, because this time is the
 * measurement. */
static sl_status take_batch(sl_reply *reply, char **field) {
  static const char *const words[SL_WIRE_BATCH_LINES] = {SL_WIRE_BATCH_WORDS};
  double now_us = sl_clock_us();
  if (reply->num_pairs == SL_WIRE_MAX_PAIRS) return SL_OK;
  for (int i = 0; i < SL_WIRE_BATCH_LINES; i++) {
    if (strcmp(field[1], words[i]) == 0) reply->batch_us[reply->num_pairs][i] = now_us;
  }
  reply->num_pairs += strcmp(field[1], words[SL_WIRE_BATCH_LINES - 1]) == 0;
  return SL_OK;
}

static sl_status take_picked(sl_reply *reply, char **field) {
  reply->picked = true;
  reply->turn = (uint32_t)strtoul(field[1], NULL, 10);
  reply->set_aside_bytes = natural(field[2]);
  return SL_OK;
}

/* How each type of lens field is read; `to` is the struct, and `next` the field. */
#define READ_WORD(field)     copy(to->field, sizeof to->field, *next++)
#define READ_PATH(field)     READ_WORD(field)
#define READ_SENTENCE(field) READ_WORD(field)
#define READ_INT(field)      to->field = integer(*next++)
#define READ_FLAG(field)     to->field = number(*next++) > 0
#define READ_SMALL(field)    to->field = small(*next++)
#define READ_SMALL3(field)                                                                         \
  for (int i = 0; i < 3; i++) to->field[i] = small(*next++)
#define READ_NUMBER(field) to->field = number(*next++)
#define READ_COUNT(field)  to->field = natural(*next++)
#define READ_BITS(field)   to->field = bits(*next++)
#define READ_REAL(field)   to->field = positive(*next++)
#define READ_SHARES(field)                                                                         \
  for (int i = 0; i < LENS_NUM_LIMITS; i++) to->field[i] = positive(*next++)
#define READ(type, field) READ_##type(field);
#define READ_TOTAL(field) READ_COUNT(field);

static lens_other_side side_of(char **next) {
  unsigned sides = small(*next++);
  lens_other_side side = {.known = sides > 0, .several = sides > 1}, *to = &side;
  LENS_OTHER_SIDE_FIELDS(READ)
  return side;
}

static sl_status take_finding(sl_reply *reply, char **field) {
  sl_lens_report *seen = &reply->seen;
  if (seen->num_findings == SL_MAX_FINDINGS) return SL_OK;
  SL_TRY(sl_resize(seen->num_findings + 1, sizeof *seen->findings, "findings", &seen->findings));
  sl_finding *to = &seen->findings[seen->num_findings++];
  char **next = field + 3;
  memset(to, 0, sizeof *to);
  to->kind = integer(field[1]);
  copy(to->name, sizeof to->name, field[2]);
  LENS_FINDING_FIELDS(READ)
  to->other = side_of(next);
  return SL_OK;
}

static sl_status take_counter(sl_reply *reply, char **field) {
  sl_lens_report *seen = &reply->seen;
  if (seen->num_counters == SL_MAX_COUNTERS) return SL_OK;
  SL_TRY(sl_resize(seen->num_counters + 1, sizeof *seen->counters, "counters", &seen->counters));
  sl_counter *to = &seen->counters[seen->num_counters++];
  char **next = field + 1;
  memset(to, 0, sizeof *to);
  LENS_COUNTER_FIELDS(READ)
  LENS_COUNTS(READ_TOTAL)
  return SL_OK;
}

/* Reads one offset per lane; missing ones stay 0. */
static void take_offsets(sl_request *request, const char *text) {
  int count = __builtin_popcount(request->lanes);
  for (int i = 0; i < count && *text; i++) {
    char *end;
    request->offset[i] = strtoll(text, &end, 10);
    if (end == text) return;
    long long offset = request->offset[i];
    if (offset < -MOST_OFFSET || offset > MOST_OFFSET) request->offset[i] = 0;
    text = end;
  }
}

static sl_status take_request(sl_reply *reply, char **field) {
  sl_lens_report *seen = &reply->seen;
  if (seen->num_requests == SL_MAX_REQUESTS) return SL_OK;
  SL_TRY(sl_resize(seen->num_requests + 1, sizeof *seen->requests, "requests", &seen->requests));
  sl_request *to = &seen->requests[seen->num_requests++];
  char **next = field + 2;
  memset(to, 0, sizeof *to);
  to->counter = (size_t)natural(field[1]);
  LENS_REQUEST_FIELDS(READ)
  to->phase %= LENS_LINE_BYTES;
  take_offsets(to, *next);
  return SL_OK;
}

static sl_status take_launch(sl_reply *reply, char **field) {
  sl_lens_report *seen = &reply->seen;
  if (seen->num_launches == SL_MAX_LAUNCHES) return SL_OK;
  SL_TRY(sl_resize(seen->num_launches + 1, sizeof *seen->launches, "launches", &seen->launches));
  sl_launch *to = &seen->launches[seen->num_launches++];
  char **next = field + 1;
  memset(to, 0, sizeof *to);
  LENS_LAUNCH_FIELDS(READ)
  return SL_OK;
}

static sl_status take_gpu(sl_reply *reply, char **field) {
  copy(reply->seen.gpu, sizeof reply->seen.gpu, field[1]);
  reply->seen.gpu_verified = number(field[2]) != 0;
  return SL_OK;
}

static sl_status take_predicted(sl_reply *reply, char **field) {
  sl_lens_report *seen = &reply->seen;
  if (seen->num_predicted == SL_MAX_LAUNCHES) return SL_OK;
  SL_TRY(sl_resize(seen->num_predicted + 1, sizeof *seen->predicted, "predicted times",
                   &seen->predicted));
  sl_predicted *p = &seen->predicted[seen->num_predicted++];
  memset(p, 0, sizeof *p);
  p->launch = small(field[1]);
  p->is.made = true;
  lens_prediction *to = &p->is;
  char **next = field + 2;
  LENS_PREDICTION_FIELDS(READ)
  if ((unsigned)to->limit >= LENS_NUM_LIMITS) to->limit = LENS_LIMIT_LATENCY;
  if ((unsigned)to->fit >= LENS_NUM_FITS) to->fit = LENS_FIT_WARPS;
  return SL_OK;
}

/* Reads the stretches of the latest launch, in thousandths. */
static sl_status take_stretches(sl_reply *reply, char **field) {
  sl_lens_report *seen = &reply->seen;
  sl_predicted *p = seen->num_predicted ? &seen->predicted[seen->num_predicted - 1] : NULL;
  if (!p || p->launch != small(field[1])) return SL_OK;
  char *text = field[3], *end;
  memset(&p->stretches, 0, sizeof p->stretches);
  p->stretches.each_us = positive(field[2]);
  for (int i = 0; i < 4 * LENS_STRETCHES; i++, text = end) {
    lens_stretch *at = &p->stretches.all[i / 4];
    float *shares[] = {&at->warps, &at->instructions, &at->l2, &at->dram};
    *shares[i % 4] = (float)clamped(strtoll(text, &end, 10), 0, 1000) / 1000;
    if (end == text) break;
    p->stretches.count = (unsigned)(i + 1) / 4;
  }
  return SL_OK;
}

static sl_status take_spent(sl_reply *reply, char **field) {
  sl_lens_report *seen = &reply->seen;
  if (seen->num_line_times == SL_MAX_LINE_TIMES) return SL_OK;
  SL_TRY(sl_resize(seen->num_line_times + 1, sizeof *seen->line_times, "times of lines",
                   &seen->line_times));
  sl_line_time *to = &seen->line_times[seen->num_line_times++];
  char **next = field + 1;
  memset(to, 0, sizeof *to);
  LENS_LINE_TIME_FIELDS(READ)
  return SL_OK;
}

static sl_status take_memory(sl_reply *reply, char **field) {
  if (reply->num_memories == SL_WIRE_MAX_ARRAYS) return SL_OK;
  sl_memory *m = &reply->memories[reply->num_memories++];
  copy(m->array, sizeof m->array, field[1]);
  m->read = number(field[2]) != 0;
  copy(m->file, sizeof m->file, field[3]);
  m->line = integer(field[4]);
  return SL_OK;
}

static sl_status take_written(sl_reply *reply, char **field) {
  if (reply->num_written == sizeof reply->written / sizeof *reply->written) return SL_OK;
  sl_written *w = &reply->written[reply->num_written++];
  copy(w->array, sizeof w->array, field[1]);
  copy(w->kernel, sizeof w->kernel, field[2]);
  w->count = number(field[3]);
  return SL_OK;
}

static sl_status take_copied(sl_reply *reply, char **field) {
  reply->copied_to_host = number(field[1]);
  reply->copied_to_device = number(field[2]);
  return SL_OK;
}

static sl_status take_done(sl_reply *reply, char **field) {
  (void)field;
  reply->done = true;
  return SL_OK;
}

static const struct {
  const char *word;
  int fields; /* minimum number, including the keyword */
  sl_status (*take)(sl_reply *reply, char **field);
} lines[] = {
    {"device", 2, take_device},
    {"stage", 2, take_stage},
    {"broken", 2, take_broken},
    {"error", 4, take_error},
    {"fault", 5, take_fault},
    {"time", 3, take_time},
    {"sample", 3, take_sample},
    {"copy", 2, take_copy},
    {"finding", LENS_FINDING_WIDTH, take_finding},
    {"counter", LENS_COUNTER_WIDTH, take_counter},
    {"launch", LENS_LAUNCH_WIDTH, take_launch},
    {"collected", 1, take_collected},
    {"request", LENS_REQUEST_WIDTH, take_request},
    {"partial", 2, take_partial},
    {"memory", 5, take_memory},
    {"written", 4, take_written},
    {"copied", 3, take_copied},
    {"batch", 2, take_batch},
    {"picked", 3, take_picked},
    {"done", 1, take_done},
    {"lost", 2, take_lost},
    {"gpu", 3, take_gpu},
    {"stretches", 4, take_stretches},
    {"predicted", LENS_PREDICTED_WIDTH, take_predicted},
    {"spent", LENS_SPENT_WIDTH, take_spent},
};

sl_status sl_reply_take(sl_reply *reply, char *line) {
  char *field[MAX_FIELDS + 1] = {NULL};
  int count = 0;
  char *rest = line;
  while (rest && count < MAX_FIELDS) field[count++] = strsep(&rest, "\t");
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    if (strcmp(field[0], lines[i].word) == 0) {
      return count >= lines[i].fields ? lines[i].take(reply, field) : SL_OK;
    }
  }
  return SL_OK;
}

void sl_reply_free(sl_reply *reply) {
  sl_lens_report_free(&reply->seen);
  memset(reply, 0, sizeof *reply);
}
