/* lines.c: all that the lens saw, as lines of text: the one format for workers and report files. */
#include "lens/lens.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LINE_BYTES = 2048 };

typedef struct line {
  char text[LINE_BYTES];
  size_t used;
} line;

__attribute__((format(printf, 2, 3))) static void add(line *to, const char *format, ...) {
  size_t room = sizeof to->text - to->used;
  va_list arguments;
  va_start(arguments, format);
  int wanted = vsnprintf(to->text + to->used, room, format, arguments);
  va_end(arguments);
  if (wanted > 0) to->used += (size_t)wanted < room ? (size_t)wanted : room - 1;
}

/* A field of text from outside: it may hold neither tab nor newline. */
static void add_text(line *to, const char *text) {
  size_t from = to->used + 1;
  add(to, "\t%s", text);
  for (size_t i = from; i < to->used; i++) {
    char *c = &to->text[i];
    if (*c == '\t' || *c == '\n' || *c == '\r') *c = ' ';
  }
}

static line begin(const char *word) {
  line made = {.used = 0};
  add(&made, "%s", word);
  return made;
}

static line line_of_finding(const lens_finding *f) {
  line it = begin("finding");
  add(&it, "\t%d", (int)f->kind);
  add_text(&it, lens_finding_name(f->kind));
  add_text(&it, f->kernel);
  add_text(&it, f->file);
  add(&it, "\t%d\t%d\t%u\t%u\t%u\t%u\t%u\t%u", f->line, f->column, f->block[0], f->block[1],
      f->block[2], f->thread[0], f->thread[1], f->thread[2]);
  add_text(&it, f->array);
  add(&it, "\t%lld\t%lld\t%llu", f->index, f->length, f->count);
  add_text(&it, f->detail);
  const lens_other_side *other = &f->other;
  add(&it, "\t%d\t%x\t%x\t%d\t%d\t%d\t%llu\t%u\t%d", (int)f->reason, f->mask, f->lanes,
      other->known + (other->known && other->several), other->same_block, (int)other->operation,
      other->block, other->thread, other->line);
  return it;
}

static line line_of_counter(const lens_counter *c) {
  line it = begin("counter");
  add_text(&it, c->kernel);
  add_text(&it, c->file);
  add(&it, "\t%d\t%d\t%d\t%d", c->line, c->column, (int)c->space, (int)c->operation);
  add_text(&it, c->array);
  add(&it, "\t%u", c->bytes);
  const uint64_t totals[] = {c->requests,         c->threads,        c->sectors,
                             c->ideal_sectors,    c->replays,        c->wavefronts,
                             c->ideal_wavefronts, c->bank_conflicts, c->kept_requests};
  for (int i = 0; i < 9; i++) add(&it, "\t%llu", (unsigned long long)totals[i]);
  return it;
}

static line line_of_request(size_t counter, const lens_request *r) {
  line it = begin("request");
  add(&it, "\t%zu\t%d\t%u\t%u\t%u\t%u\t%u\t%llu\t%x\t%u\t%u", counter, r->worst, r->launch,
      r->block[0], r->block[1], r->block[2], r->warp, (unsigned long long)r->turn, r->lanes,
      r->units, r->ideal);
  add_text(&it, r->array);
  add(&it, "\t%lld\t%u\t", r->length, r->phase);
  int count = __builtin_popcount(r->lanes);
  for (int i = 0; i < count; i++) add(&it, "%s%lld", i ? " " : "", r->offset[i]);
  return it;
}

static line line_of_launch(const lens_launch_record *l) {
  line it = begin("launch");
  add_text(&it, l->kernel);
  add(&it, "\t%u\t%u\t%u\t%u\t%u\t%u\t%d\t%llu\t%llu", l->grid[0], l->grid[1], l->grid[2],
      l->block[0], l->block[1], l->block[2], l->error, (unsigned long long)l->warp_steps,
      (unsigned long long)l->thread_steps);
  return it;
}

static void add_shares(line *to, const double *shares) {
  for (int i = 0; i < LENS_NUM_LIMITS; i++) add(to, "\t%.6g", shares[i]);
}

static line line_of_prediction(size_t launch, const lens_prediction *p) {
  line it = begin("predicted");
  add(&it, "\t%zu\t%.6g\t%.6g\t%.6g\t%.6g\t%d\t%.6g\t%.6g", launch, p->time_us, p->kernel_us,
      p->queued_us, p->before_us, (int)p->limit, p->tail, p->lanes);
  const uint64_t totals[] = {p->l1_hits, p->l1_misses, p->l2_hits, p->l2_misses, p->dram_sectors};
  for (int i = 0; i < 5; i++) add(&it, "\t%llu", (unsigned long long)totals[i]);
  add(&it, "\t%.6g", p->sampling_error);
  add_shares(&it, p->utilisation);
  add_shares(&it, p->waits);
  add(&it, "\t%llu\t%llu", (unsigned long long)p->recorded_blocks,
      (unsigned long long)p->num_blocks);
  return it;
}

static line line_of_stretches(size_t launch, const lens_stretches *m) {
  line it = begin("stretches");
  add(&it, "\t%zu\t%.6g\t", launch, m->each_us);
  for (unsigned i = 0; i < m->count; i++) {
    const lens_stretch *at = &m->all[i];
    add(&it, "%s%.0f %.0f %.0f %.0f", i ? " " : "", 1000 * at->warps, 1000 * at->instructions,
        1000 * at->l2, 1000 * at->dram);
  }
  return it;
}

static line line_of_time(const lens_line_time *t) {
  line it = begin("spent");
  add_text(&it, t->kernel);
  add_text(&it, t->file);
  add(&it, "\t%d\t%.6g", t->line, t->time_us);
  add_shares(&it, t->waits_us);
  return it;
}

/* Nothing of it is written without a device. */
static void write_times(void (*put)(const char *text, void *context), void *context) {
  bool verified;
  const char *name = lens_device_name(&verified);
  if (!name) return;
  line device = begin("gpu");
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
