/* lines.c: writes everything that the lens saw as lines of text. Workers and report files use the
 * same format. */
#include "lens/fields.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LINE_BYTES = 2048 };

typedef struct lines_line {
  char text[LINE_BYTES];
  size_t used;
} lines_line;

__attribute__((format(printf, 2, 3))) static void add(lines_line *to, const char *format, ...) {
  size_t room = sizeof to->text - to->used;
  va_list arguments;
  va_start(arguments, format);
  int wanted = vsnprintf(to->text + to->used, room, format, arguments);
  va_end(arguments);
  if (wanted > 0) to->used += (size_t)wanted < room ? (size_t)wanted : room - 1;
}

/* Adds external text as a field, without tabs and newlines. */
static void add_text(lines_line *to, const char *text) {
  size_t from = to->used + 1;
  add(to, "\t%s", text);
  for (size_t i = from; i < to->used; i++) {
    char *c = &to->text[i];
    if (*c == '\t' || *c == '\n' || *c == '\r') *c = ' ';
  }
}

static lines_line begin(const char *word) {
  lines_line made = {.used = 0};
  add(&made, "%s", word);
  return made;
}

/* How each type of a field is written; `from` is the struct. */
#define WRITE_WORD(field)     add_text(&it, from->field)
#define WRITE_PATH(field)     add_text(&it, from->field)
#define WRITE_SENTENCE(field) add_text(&it, from->field)
#define WRITE_INT(field)      add(&it, "\t%d", (int)from->field)
#define WRITE_FLAG(field)     add(&it, "\t%d", (int)from->field)
#define WRITE_SMALL(field)    add(&it, "\t%u", from->field)
#define WRITE_SMALL3(field)   add(&it, "\t%u\t%u\t%u", from->field[0], from->field[1], from->field[2])
#define WRITE_NUMBER(field)   add(&it, "\t%lld", from->field)
#define WRITE_COUNT(field)    add(&it, "\t%llu", (unsigned long long)from->field);
#define WRITE_BITS(field)     add(&it, "\t%x", from->field)
#define WRITE_REAL(field)     add(&it, "\t%.6g", from->field)
#define WRITE_SHARES(field)                                                                        \
  for (int i = 0; i < LENS_NUM_LIMITS; i++) add(&it, "\t%.6g", from->field[i])
#define WRITE(type, field) WRITE_##type(field);

static lines_line line_of_finding(const lens_finding *finding) {
  lines_line it = begin("finding");
  add(&it, "\t%d", (int)finding->kind);
  add_text(&it, lens_finding_name(finding->kind));
  {
    const lens_finding *from = finding;
    LENS_FINDING_FIELDS(WRITE)
  }
  const lens_other_side *from = &finding->other;
  add(&it, "\t%d", from->known + (from->known && from->several));
  LENS_OTHER_SIDE_FIELDS(WRITE)
  return it;
}

static lines_line line_of_counter(const lens_counter *from) {
  lines_line it = begin("counter");
  LENS_COUNTER_FIELDS(WRITE)
  LENS_COUNTS(WRITE_COUNT)
  return it;
}

static lines_line line_of_request(size_t counter, const lens_request *from) {
  lines_line it = begin("request");
  add(&it, "\t%zu", counter);
  LENS_REQUEST_FIELDS(WRITE)
  int count = __builtin_popcount(from->lanes);
  add(&it, "\t");
  for (int i = 0; i < count; i++) add(&it, "%s%lld", i ? " " : "", from->offset[i]);
  return it;
}

static lines_line line_of_launch(const lens_launch_record *from) {
  lines_line it = begin("launch");
  LENS_LAUNCH_FIELDS(WRITE)
  return it;
}

static lines_line line_of_prediction(size_t launch, const lens_prediction *from) {
  lines_line it = begin("predicted");
  add(&it, "\t%zu", launch);
  LENS_PREDICTION_FIELDS(WRITE)
  return it;
}

static lines_line line_of_stretches(size_t launch, const lens_stretches *m) {
  lines_line it = begin("stretches");
  add(&it, "\t%zu\t%.6g\t", launch, m->each_us);
  for (unsigned i = 0; i < m->count; i++) {
    const lens_stretch *at = &m->all[i];
    add(&it, "%s%.0f %.0f %.0f %.0f", i ? " " : "", 1000 * at->warps, 1000 * at->instructions,
        1000 * at->l2, 1000 * at->dram);
  }
  return it;
}

static lines_line line_of_time(const lens_line_time *from) {
  lines_line it = begin("spent");
  LENS_LINE_TIME_FIELDS(WRITE)
  return it;
}

/* Writes the predicted times; nothing if no device was chosen. */
static void write_times(void (*put)(const char *text, void *context), void *context) {
  bool verified;
  const char *name = lens_device_name(&verified);
  if (!name) return;
  lines_line device = begin("gpu");
  add_text(&device, name);
  add(&device, "\t%d", verified);
  put(device.text, context);
  for (size_t i = 0; i < lens_num_launches(); i++) {
    const lens_prediction *prediction = &lens_get_launch(i)->prediction;
    if (!prediction->made) continue;
    put(line_of_prediction(i, prediction).text, context);
    if (prediction->stretches) put(line_of_stretches(i, prediction->stretches).text, context);
  }
  for (size_t i = 0; i < lens_num_line_times(); i++) {
    put(line_of_time(lens_get_line_time(i)).text, context);
  }
}

void lens_write_lines(void (*put)(const char *text, void *context), void *context) {
  for (size_t i = 0; i < lens_num_findings(); i++) {
    put(line_of_finding(lens_get_finding(i)).text, context);
  }
  for (size_t i = 0; i < lens_num_launches(); i++) {
    put(line_of_launch(lens_get_launch(i)).text, context);
  }
  write_times(put, context);
  for (size_t i = 0; i < lens_num_counters(); i++) {
    put(line_of_counter(lens_get_counter(i)).text, context);
    for (size_t k = 0; k < lens_num_requests(i); k++) {
      put(line_of_request(i, lens_get_request(i, k)).text, context);
    }
  }
}
