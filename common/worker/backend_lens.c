/* backend_lens.c: the worker on the lens: hands on what the lens saw. */
#include "internal.h"

#include "lens/lens.h"

static void begin(void) {
  lens_reset();
  sl_say("device\tlens");
}

static void describe_array(const sl_buffer *buffer) {
  lens_name_array(buffer->data, buffer->wire->name);
  if (buffer->wire->role == SL_OUT) lens_mark_uninitialised(buffer->data, buffer->bytes);
}

static void report_findings(void) {
  for (size_t i = 0; i < lens_num_findings(); i++) {
    const lens_finding *f = lens_get_finding(i);
    sl_say("finding\t%d\t%s\t%s\t%s\t%d\t%d\t%u\t%u\t%u\t%u\t%u\t%u\t%s\t%lld\t%lld\t%llu\t%s",
           (int)f->kind, lens_finding_name(f->kind), sl_field(f->kernel), sl_field(f->file), f->line, f->column, f->block[0],
           f->block[1], f->block[2], f->thread[0], f->thread[1], f->thread[2], sl_field(f->array),
           f->index, f->length, f->count, sl_field(f->detail));
  }
}

static void report_counters(void) {
  for (size_t i = 0; i < lens_num_counters(); i++) {
    const lens_counter *c = lens_get_counter(i);
    sl_say("counter\t%s\t%s\t%d\t%d\t%d\t%d\t%s\t%u\t%llu\t%llu\t%llu\t%llu\t%llu\t%llu\t%llu\t%llu",
           sl_field(c->kernel), sl_field(c->file), c->line, c->column, (int)c->space,
           (int)c->operation, sl_field(c->array), c->bytes, (unsigned long long)c->requests,
           (unsigned long long)c->threads, (unsigned long long)c->sectors,
           (unsigned long long)c->ideal_sectors, (unsigned long long)c->replays,
           (unsigned long long)c->wavefronts, (unsigned long long)c->ideal_wavefronts,
           (unsigned long long)c->bank_conflicts);
  }
}

static void report_launches(void) {
  for (size_t i = 0; i < lens_num_launches(); i++) {
    const lens_launch_record *l = lens_get_launch(i);
    sl_say("launch\t%s\t%u\t%u\t%u\t%u\t%u\t%u\t%d\t%llu\t%llu", sl_field(l->kernel), l->grid[0],
           l->grid[1], l->grid[2], l->block[0], l->block[1], l->block[2], l->error,
           (unsigned long long)l->warp_steps, (unsigned long long)l->thread_steps);
  }
}

static void report(void) {
  report_findings();
  report_counters();
  report_launches();
}

const sl_backend sl_this_backend = {
    .name = "lens", .begin = begin, .describe_array = describe_array, .report = report};
