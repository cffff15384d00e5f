/* timeline.c: records activity in parts of equal length. When all parts are used up, their length
 * doubles. */
#include "lens/model/internal.h"

#include <string.h>

void model_timeline_begin(simulation *s) {
  s->bucket = 14;
}

static void halve(simulation *s) {
  model_sample *a = s->out->samples;
  for (int i = 0; i < MODEL_MAX_SAMPLES / 2; i++) {
    const model_sample *b = &a[2 * i], *c = &a[2 * i + 1];
    a[i] = (model_sample){b->warps + c->warps, b->l1_sectors + c->l1_sectors,
                          b->l2_sectors + c->l2_sectors, b->dram_sectors + c->dram_sectors,
                          b->instructions + c->instructions};
  }
  memset(a + MODEL_MAX_SAMPLES / 2, 0, MODEL_MAX_SAMPLES / 2 * sizeof *a);
  s->bucket++;
}

model_sample *model_timeline_at(simulation *s, ticks now) {
  while (now >> s->bucket >= MODEL_MAX_SAMPLES) halve(s);
  return &s->out->samples[now >> s->bucket];
}

void model_timeline_until(simulation *s, ticks now) {
  const uint64_t blocks = s->launch->num_blocks;
  const uint64_t used = blocks < s->num_multiprocessors ? blocks : s->num_multiprocessors;
  while (s->counted_until < now) {
    model_sample *sample = model_timeline_at(s, s->counted_until);
    ticks until = ((s->counted_until >> s->bucket) + 1) << s->bucket;
    if (until > now) until = now;
    ticks time = until - s->counted_until;
    sample->warps += (double)s->live_warps * (double)time;
    s->warp_time += (double)s->live_warps * (double)time;
    if (s->working * 2 < used) s->few += time;
    s->counted_until = until;
  }
}

void model_timeline_end(simulation *s) {
  double ns = 1 / s->device->clock_ghz / CYCLE;
  model_timeline_until(s, s->end);
  s->out->num_samples = (unsigned)(s->end >> s->bucket) + 1;
  if (s->out->num_samples > MODEL_MAX_SAMPLES) s->out->num_samples = MODEL_MAX_SAMPLES;
  s->out->sample_ns = (double)((ticks)1 << s->bucket) * ns;
  for (unsigned i = 0; i < s->out->num_samples; i++) {
    model_sample *a = &s->out->samples[i];
    a->warps /= (double)((ticks)1 << s->bucket);
    a->l1_sectors /= s->out->sample_ns;
    a->l2_sectors /= s->out->sample_ns;
    a->dram_sectors /= s->out->sample_ns;
    a->instructions /= s->out->sample_ns;
  }
}
