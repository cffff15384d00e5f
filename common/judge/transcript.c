/* transcript.c: the order of a worker's lines, as a table. */
#include "judge/transcript.h"

#include "judge/lens_report.h"

#include <string.h>

/* The lines received so far. */
enum transcript_place {
  NOTHING = 1,
  DEVICE = 2,
  PREPARE = 4, /* stages that have begun */
  LAUNCH = 8,
  COLLECT = 16,
  TOLD = 32, /* collected: all arrays are in the answer */
  TIME = 64,
  FAILED = 128, /* a line said why the job does not continue */
  END = 256,
  BATCHES = 512, /* batches of the transcript, with their latest line */
  EMPTY_BEGINS = 1024,
  EMPTY_ENDED = 2048,
  FULL_BEGINS = 4096,
  FULL_ENDED = 8192,
  LONGER_EMPTY_BEGINS = 16384,
  LONGER_EMPTY_ENDED = 32768,
  LONGER_FULL_BEGINS = 65536,
  LONGER_FULL_ENDED = 131072,
  PICKED = 262144,
  SAME = 0,
  IN_BATCHES = BATCHES | EMPTY_BEGINS | EMPTY_ENDED | FULL_BEGINS | FULL_ENDED |
               LONGER_EMPTY_BEGINS | LONGER_EMPTY_ENDED | LONGER_FULL_BEGINS | LONGER_FULL_ENDED |
               PICKED,
  ANY = NOTHING | DEVICE | PREPARE | LAUNCH | COLLECT | TOLD | TIME | FAILED | IN_BATCHES,
  WITH_STUDENT = PREPARE | LAUNCH,
  SEEN = TOLD | FAILED
};

static const struct {
  const char *word, *second; /* first and second word of a line; `second` NULL: any */
  unsigned fields, most;     /* least and largest number of fields, including the keyword */
  unsigned in, next;
} rules[] = {
    {"device", NULL, 2, 2, NOTHING, DEVICE},
    {"stage", "prepare", 2, 2, DEVICE, PREPARE},
    {"stage", "launch", 2, 2, DEVICE | PREPARE, LAUNCH},
    {"stage", "time", 2, 2, LAUNCH, BATCHES},
    {"batch", "empty-begins", 2, 2, BATCHES | LONGER_FULL_ENDED, EMPTY_BEGINS},
    {"batch", "empty-ended", 2, 2, EMPTY_BEGINS, EMPTY_ENDED},
    {"batch", "full-begins", 2, 2, EMPTY_ENDED, FULL_BEGINS},
    {"batch", "full-ended", 2, 2, FULL_BEGINS, FULL_ENDED},
    {"batch", "longer-empty-begins", 2, 2, FULL_ENDED, LONGER_EMPTY_BEGINS},
    {"batch", "longer-empty-ended", 2, 2, LONGER_EMPTY_BEGINS, LONGER_EMPTY_ENDED},
    {"batch", "longer-full-begins", 2, 2, LONGER_EMPTY_ENDED, LONGER_FULL_BEGINS},
    {"batch", "longer-full-ended", 2, 2, LONGER_FULL_BEGINS, LONGER_FULL_ENDED},
    {"picked", NULL, 3, 3, LONGER_FULL_ENDED, PICKED},
    {"stage", "collect", 2, 2, LAUNCH | PICKED, COLLECT},
    {"stage", "time", 2, 2, TOLD, TIME},
    {"time", "prepare_us", 3, 3, PREPARE, SAME},
    {"error", NULL, 5, 5, LAUNCH | TIME | BATCHES | FULL_BEGINS | LONGER_FULL_BEGINS, FAILED},
    {"memory", NULL, 5, 5, COLLECT, SAME},
    {"written", NULL, 4, 4, COLLECT, SAME},
    {"copied", NULL, 3, 3, COLLECT, SAME},
    {"collected", NULL, 1, 1, COLLECT, TOLD},
    {"finding", NULL, LENS_FINDING_WIDTH, LENS_FINDING_WIDTH, SEEN, SAME},
    {"launch", NULL, LENS_LAUNCH_WIDTH, LENS_LAUNCH_WIDTH, SEEN, SAME},
    {"counter", NULL, LENS_COUNTER_WIDTH, LENS_COUNTER_WIDTH, SEEN, SAME},
    {"request", NULL, LENS_REQUEST_WIDTH, LENS_REQUEST_WIDTH, SEEN, SAME},
    {"gpu", NULL, 3, 3, SEEN, SAME},
    {"predicted", NULL, LENS_PREDICTED_WIDTH, LENS_PREDICTED_WIDTH, SEEN, SAME},
    {"stretches", NULL, 4, 4, SEEN, SAME},
    {"spent", NULL, LENS_SPENT_WIDTH, LENS_SPENT_WIDTH, SEEN, SAME},
    {"finding", NULL, LENS_FINDING_WIDTH, LENS_FINDING_WIDTH, WITH_STUDENT,
     FAILED}, /* ended in the student's code */
    {"sample", "cold_us", 3, 3, TIME, SAME},
    {"sample", "hot_us", 3, 3, TIME, SAME},
    {"copy", NULL, 2, 2, TIME, SAME},
    {"fault", NULL, 5, 40, ANY, SAME},
    {"broken", NULL, 2, 2, ANY, FAILED},
    {"lost", NULL, 2, 2, ANY, FAILED},
    {"done", NULL, 1, 1, SEEN | TIME, END},
};

static bool field_is(const char *field, const char *word) {
  size_t length = strlen(word);
  return strncmp(field, word, length) == 0 && (field[length] == '\t' || !field[length]);
}

static unsigned count_fields(const char *line) {
  unsigned count = 1;
  for (const char *c = line; (c = strchr(c, '\t')); c++) count++;
  return count;
}

/* Whether a line that may only come once, at any place, has come again. */
static bool comes_again(sl_transcript *transcript, const char *word) {
  bool *once = strcmp(word, "time") == 0   ? &transcript->prepared
               : strcmp(word, "copy") == 0 ? &transcript->copied
                                           : NULL;
  if (!once) return false;
  bool again = *once;
  *once = true;
  return again;
}

static const char *take_words(sl_transcript *transcript, const char *line) {
  const char *second = strchr(line, '\t');
  unsigned fields = count_fields(line), place = transcript->place ? transcript->place : NOTHING;
  bool known = false;
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
    if (!field_is(line, rules[i].word)) continue;
    if (rules[i].second && (!second || !field_is(second + 1, rules[i].second))) continue;
    if (fields < rules[i].fields || fields > rules[i].most) continue;
    known = true;
    if (!(rules[i].in & place)) continue;
    if (comes_again(transcript, rules[i].word)) break;
    transcript->place = rules[i].next ? rules[i].next : place;
    return NULL;
  }
  return known ? "a repeated line, or a line out of order" : "a line without a meaning";
}

const char *sl_transcript_take(sl_transcript *transcript, char *line, size_t length,
                               char **rest_out) {
  const size_t nonce = sizeof transcript->nonce;
  bool ours = length > nonce && line[nonce] == '\t' &&
              memcmp(line, transcript->nonce, nonce) == 0 && strlen(line) == length;
  if (!ours) return "a line that the kit did not write";
  *rest_out = line + nonce + 1;
  return take_words(transcript, *rest_out);
}
