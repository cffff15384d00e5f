/* report.c: implements the queries of lens.h: turns places into lines, and sorts everything into a
 * fixed order.
 */
#include "lens/lens.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "log.h"
#include "race_advice.h"
#include "sample.h"
#include "symbolise.h"

static struct {
  unsigned long version; /* of the log from which the report was built */
  lens_finding *findings;
  size_t num_findings;
  lens_counter *counters;
  size_t num_counters;
  lens_line_time *times;
  size_t num_times;
} report;

const char *lens_finding_name(lens_finding_kind kind) {
#define NAME(kind, name) name,
  static const char *const names[] = {LENS_FINDING_KINDS(NAME)};
#undef NAME
  return kind < LENS_NUM_FINDING_KINDS ? names[kind] : "unknown finding";
}

/* ---- findings ------------------------------------------------------------------------------- */

static lens_dim3 index_in(uint64_t linear, lens_dim3 extent) {
  lens_dim3 index = {0, 0, 0};
  if (extent.x == 0 || extent.y == 0) return index;
  index.x = (unsigned)(linear % extent.x);
  index.y = (unsigned)(linear / extent.x % extent.y);
  index.z = (unsigned)(linear / extent.x / extent.y);
  return index;
}

static void describe_barrier(const lens_sighting *sighting, const lens_line *other, char *out,
                             size_t size) {
  (void)snprintf(out, size, "thread %u of the block waits at another barrier, at line %d",
                 sighting->other.thread, other->line);
}

static lens_other_side other_side_of(const lens_other *other, const lens_line *line) {
  if (!other->known || other->elsewhere) return (lens_other_side){.known = false};
  return (lens_other_side){.known = true,
                           .several = other->several,
                           .same_block = other->same_block,
                           .operation = other->operation,
                           .block = other->block,
                           .thread = other->thread,
                           .line = line->line};
}

static void put_in_front(const char *path, char *detail, size_t size) {
  char whole[sizeof((lens_finding *)NULL)->detail + 96];
  (void)snprintf(whole, sizeof whole, "%s: %s", path, detail);
  (void)snprintf(detail, size, "%s", whole);
}

static lens_reason reason_of(const lens_sighting *sighting) {
  const lens_other *other = &sighting->other;
  if (sighting->kind == LENS_RACE && other->elsewhere) return LENS_OTHER_STREAM;
  if (sighting->kind == LENS_RACE && other->lost) return LENS_LOST_UPDATE;
  if (sighting->kind == LENS_DIVERGENT_BARRIER && other->known) return LENS_OTHER_BARRIER;
  return sighting->reason;
}

/* The lines of a sighting: its own, that of the other side, and that of the latest synchronisation
 * before both. */
typedef struct sides {
  lens_line mine, theirs, since;
} sides;

enum { SIDES = sizeof(sides) / sizeof(lens_line) };

static lens_finding finding_of(const lens_sighting *sighting, const sides *at) {
  const lens_line *line = &at->mine, *other = &at->theirs;
  lens_finding finding;
  memset(&finding, 0, sizeof finding);
  finding.kind = sighting->kind;
  finding.kernel = sighting->kernel;
  (void)snprintf(finding.file, sizeof finding.file, "%s",
                 sighting->file ? sighting->file : line->file);
  finding.line = sighting->file ? sighting->line : line->line;
  finding.column = sighting->file ? 0 : line->column;
  lens_dim3 block = index_in(sighting->block, sighting->grid);
  lens_dim3 thread = index_in(sighting->thread, sighting->block_extent);
  memcpy(finding.block, &block, sizeof finding.block);
  memcpy(finding.thread, &thread, sizeof finding.thread);
  memcpy(finding.array, sighting->array, sizeof finding.array);
  finding.index = sighting->index;
  finding.length = sighting->length;
  memcpy(finding.detail, sighting->detail, sizeof finding.detail);
  finding.reason = reason_of(sighting);
  finding.other = other_side_of(&sighting->other, other);
  finding.mask = sighting->mask;
  finding.lanes = sighting->lanes;
  if (sighting->kind == LENS_RACE && sighting->other.known && !sighting->other.elsewhere) {
    lens_race_advice_describe(sighting, line, other, &at->since, finding.detail,
                              sizeof finding.detail);
  } else if (sighting->kind == LENS_DIVERGENT_BARRIER && sighting->other.known) {
    describe_barrier(sighting, other, finding.detail, sizeof finding.detail);
  }
  if (sighting->path[0]) put_in_front(sighting->path, finding.detail, sizeof finding.detail);
  finding.count = sighting->kind == LENS_HANG ? 1 : sighting->count;
  return finding;
}

/* Whether two barriers are really one line that the compiler duplicated. */
static bool is_one_barrier(const lens_sighting *sighting, const lens_line *line,
                           const lens_line *other) {
  return sighting->kind == LENS_DIVERGENT_BARRIER && sighting->other.known && line->line != 0 &&
         line->line == other->line && strcmp(line->file, other->file) == 0;
}

/* Orders by launch first, then by place. Block and thread come last, because in a race between
 * blocks they depend on timing. */
static int by_launch_and_place(const void *a, const void *b) {
  const lens_sighting *one = a;
  const lens_sighting *two = b;
  if (one->launch != two->launch) return one->launch < two->launch ? -1 : 1;
  if (one->place != two->place) return one->place < two->place ? -1 : 1;
  if (one->line != two->line) return one->line < two->line ? -1 : 1;
  if (one->kind != two->kind) return one->kind < two->kind ? -1 : 1;
  int arrays = strcmp(one->array, two->array);
  if (arrays) return arrays;
  if (one->block != two->block) return one->block < two->block ? -1 : 1;
  if (one->thread != two->thread) return one->thread < two->thread ? -1 : 1;
  return two->other.same_block - one->other.same_block;
}

static lens_finding *same_line(const lens_finding *finding) {
  for (size_t i = 0; i < report.num_findings; i++) {
    lens_finding *it = &report.findings[i];
    if (it->kind == finding->kind && it->kernel == finding->kernel && it->line == finding->line &&
        strcmp(it->file, finding->file) == 0 && strcmp(it->array, finding->array) == 0) {
      return it;
    }
  }
  return NULL;
}

/* Whether a new finding of the same line replaces the known one. Of the lines that race with a
 * line, the closest one before it shows best what is missing. */
static bool says_more(const lens_finding *fresh, const lens_finding *known) {
  if (fresh->kind != LENS_RACE || !fresh->other.same_block || !known->other.same_block)
    return false;
  bool before = fresh->other.line < fresh->line;
  return before && (known->other.line >= known->line || fresh->other.line > known->other.line);
}

static void add_finding(const lens_sighting *sighting, const sides *at) {
  if (is_one_barrier(sighting, &at->mine, &at->theirs)) return;
  lens_finding finding = finding_of(sighting, at);
  lens_finding *known = same_line(&finding);
  if (known) {
    unsigned long long count = known->count + finding.count;
    if (says_more(&finding, known)) *known = finding;
    if (known->kind != LENS_HANG) known->count = count;
  } else {
    report.findings[report.num_findings++] = finding;
  }
}

/* A sighting with its lines, for sorting. */
typedef struct told {
  const lens_sighting *sighting; /* in an array that is sorted by launch and place */
  const sides *at;
  uintptr_t file; /* the lowest place in this file of any finding of the launch */
} told;

/* The order of the kinds in the whole report: findings that only the end of the program shows come
 * last. */
static int rank(lens_finding_kind kind) {
  return kind == LENS_LEAK ? 2 : kind == LENS_UNREAD_ERROR ? 1 : 0;
}

/* The order of the kinds within a launch. The result of a shift by too many bits is undefined and
 * is often used as a mask, so these shifts come first. Then come wrong masks and sources of warp
 * exchanges, because everything that threads do with the undefined results follows from them. An
 * endless loop comes last, because any other finding may have caused it. */
static int cause_before_consequence(lens_finding_kind kind) {
  if (kind == LENS_SHIFT_TOO_FAR) return 0;
  return kind == LENS_BAD_MASK || kind == LENS_BAD_SHUFFLE ? 1 : kind == LENS_HANG ? 3 : 2;
}

/* A launch's findings come in the order of the source. The order of the machine code would be right
 * for gcc, but clang may put the code after a loop before its body. */
static int by_launch_and_line(const void *a, const void *b) {
  const told *one = a;
  const told *two = b;
  int one_rank = rank(one->sighting->kind), two_rank = rank(two->sighting->kind);
  if (one_rank != two_rank) return one_rank < two_rank ? -1 : 1;
  unsigned one_launch = one->sighting->launch, two_launch = two->sighting->launch;
  if (one_launch != two_launch) return one_launch < two_launch ? -1 : 1;
  int one_cause = cause_before_consequence(one->sighting->kind);
  int two_cause = cause_before_consequence(two->sighting->kind);
  if (one_cause != two_cause) return one_cause < two_cause ? -1 : 1;
  if (one->file != two->file) return one->file < two->file ? -1 : 1;
  int one_line = one->at->mine.line, two_line = two->at->mine.line;
  if (one_line != two_line) return one_line < two_line ? -1 : 1;
  return (one->sighting > two->sighting) - (one->sighting < two->sighting);
}

/* Adds to a race what another finding in the same line says about it: a thread that hangs there
 * waits for the value that it reads, and if blocks race there too, a barrier of the block does not
 * help. */
static void compare(lens_sighting *race, const lens_sighting *other) {
  if (other->launch != race->launch) return;
  race->gap.waits |= other->kind == LENS_HANG;
  race->gap.blocks |= other->kind == LENS_RACE && other->other.known && !other->other.same_block &&
                      !other->other.elsewhere && strcmp(race->array, other->array) == 0;
}

static void find_company(lens_sightings *sightings, const sides *all) {
  for (size_t i = 0; i < sightings->count; i++) {
    lens_sighting *race = &sightings->items[i];
    for (size_t j = 0; race->kind == LENS_RACE && j < sightings->count; j++) {
      bool one_line = all[i].mine.line != 0 && all[i].mine.line == all[j].mine.line &&
                      strcmp(all[i].mine.file, all[j].mine.file) == 0;
      if (one_line) compare(race, &sightings->items[j]);
    }
  }
}

static void add_findings(lens_sightings *sightings, const sides *all, told *order) {
  find_company(sightings, all);
  for (size_t i = 0; i < sightings->count; i++) {
    const lens_sighting *it = &sightings->items[i];
    order[i] = (told){it, &all[i], it->place};
    for (size_t j = i; j-- > 0 && order[j].sighting->launch == it->launch;) {
      if (strcmp(order[j].at->mine.file, order[i].at->mine.file) == 0)
        order[i].file = order[j].file;
    }
  }
  qsort(order, sightings->count, sizeof *order, by_launch_and_line);
  for (size_t i = 0; i < sightings->count; i++) {
    add_finding(order[i].sighting, order[i].at);
  }
}

static void put_places(const lens_sighting *sighting, uintptr_t *places) {
  places[0] = sighting->place;
  places[1] = sighting->other.place;
  places[2] = sighting->gap.since;
}

static void build_findings(void) {
  lens_sightings *log = &lens_the_log.sightings;
  report.num_findings = 0;
  if (log->count == 0) return;
  qsort(log->items, log->count, sizeof *log->items, by_launch_and_place);
  uintptr_t *places = lens_alloc(SIDES * log->count, sizeof *places);
  sides *all = lens_alloc(log->count, sizeof *all);
  told *order = lens_alloc(log->count, sizeof *order);
  lens_finding *findings = lens_alloc_more(report.findings, log->count, sizeof *findings);
  if (findings) report.findings = findings;
  if (places && all && order && findings) {
    for (size_t i = 0; i < log->count; i++) put_places(&log->items[i], &places[SIDES * i]);
    lens_symbolise(places, SIDES * log->count, &all[0].mine);
    add_findings(log, all, order);
  }
  free(places);
  free(all);
  free(order);
}

/* ---- counters ------------------------------------------------------------------------------- */

static lens_counter counter_of(const lens_log_count *count, const lens_line *line) {
  uint64_t what = (uint64_t)count->class << LENS_ADDRESS_BITS;
  lens_counter counter;
  memset(&counter, 0, sizeof counter);
  counter.kernel = count->kernel;
  memcpy(counter.file, line->file, sizeof counter.file);
  counter.line = line->line;
  counter.column = line->column;
  counter.space = (lens_space)lens_syntax_space_of(what);
  counter.operation = (lens_operation)lens_kind_of(what);
  (void)snprintf(counter.array, sizeof counter.array, "%s",
                 count->sum.array ? count->sum.array : "");
  counter.bytes = lens_bytes_of(what);
  counter.samples = count->sum.samples;
  counter.requests = count->sum.requests;
  counter.threads = count->sum.threads;
  if (counter.space == LENS_GLOBAL) {
    counter.sectors = count->sum.units;
    counter.ideal_sectors = count->sum.ideal;
    counter.replays = count->sum.conflicts;
  } else {
    counter.wavefronts = count->sum.units;
    counter.ideal_wavefronts = count->sum.ideal;
    counter.bank_conflicts = count->sum.conflicts;
    counter.kept_requests = count->sum.kept;
  }
  return counter;
}

static int order(const lens_counter *one, const lens_counter *two) {
  int result = strcmp(one->file, two->file);
  if (!result) result = (one->line > two->line) - (one->line < two->line);
  if (!result) result = (one->column > two->column) - (one->column < two->column);
  if (!result) result = (one->operation > two->operation) - (one->operation < two->operation);
  if (!result) result = strcmp(one->kernel, two->kernel);
  if (!result) result = (one->space > two->space) - (one->space < two->space);
  if (!result) result = (one->bytes > two->bytes) - (one->bytes < two->bytes);
  if (!result) result = strcmp(one->array, two->array);
  return result;
}

static int by_line(const void *a, const void *b) {
  return order(a, b);
}

/* If columns are known, identical rows are copies of one load, which the compiler made by unrolling
 * a loop or inlining a function twice. */
static void merge_copies(void) {
  size_t kept = 0;
  for (size_t i = 0; i < report.num_counters; i++) {
    const lens_counter *row = &report.counters[i];
    lens_counter *last = kept ? &report.counters[kept - 1] : NULL;
    if (last && row->column > 0 && order(last, row) == 0) {
      lens_samples_merge(&last->samples, row->samples);
#define ADD(count) last->count += row->count;
      LENS_COUNTS(ADD)
#undef ADD
    } else {
      report.counters[kept++] = *row;
    }
  }
  report.num_counters = kept;
}

static int by_place(const void *a, const void *b) {
  const lens_log_count *one = a;
  const lens_log_count *two = b;
  if (one->place != two->place) return one->place < two->place ? -1 : 1;
  return (one->class > two->class) - (one->class < two->class);
}

static void build_counters(void) {
  size_t count = lens_the_log.num_counts;
  report.num_counters = 0;
  if (count == 0) return;
  qsort(lens_the_log.counts, count, sizeof *lens_the_log.counts, by_place);
  uintptr_t *places = lens_alloc(count, sizeof *places);
  lens_line *lines = lens_alloc(count, sizeof *lines);
  lens_counter *counters = lens_alloc_more(report.counters, count, sizeof *counters);
  if (counters) report.counters = counters;
  if (places && lines && counters) {
    for (size_t i = 0; i < count; i++) places[i] = lens_the_log.counts[i].place;
    lens_symbolise(places, count, lines);
    for (size_t i = 0; i < count; i++) counters[i] = counter_of(&lens_the_log.counts[i], &lines[i]);
    report.num_counters = count;
    qsort(counters, count, sizeof *counters, by_line);
    merge_copies();
  }
  free(places);
  free(lines);
}

static int compare_times(const lens_line_time *one, const lens_line_time *two) {
  int result = strcmp(one->file, two->file);
  if (!result) result = (one->line > two->line) - (one->line < two->line);
  if (!result) result = strcmp(one->kernel, two->kernel);
  return result;
}

static int by_file_and_line(const void *a, const void *b) {
  return compare_times(a, b);
}

static void merge_times(void) {
  size_t kept = 0;
  for (size_t i = 0; i < report.num_times; i++) {
    const lens_line_time *row = &report.times[i];
    lens_line_time *last = kept ? &report.times[kept - 1] : NULL;
    if (last && compare_times(last, row) == 0) {
      last->time_us += row->time_us;
      for (int k = 0; k < LENS_NUM_LIMITS; k++) last->waits_us[k] += row->waits_us[k];
    } else {
      report.times[kept++] = *row;
    }
  }
  report.num_times = kept;
}

static void build_times(void) {
  const lens_log *log = &lens_the_log;
  report.num_times = 0;
  if (log->num_times == 0) return;
  lens_line_time *times = lens_alloc_more(report.times, log->num_times, sizeof *times);
  if (!times) return;
  report.times = times;
  for (size_t i = 0; i < log->num_times; i++) {
    const lens_log_time *from = &log->times[i];
    lens_line line;
    lens_symbolise(&from->place, 1, &line); /* look_up_places has looked it up */
    lens_line_time *to = &times[report.num_times];
    if (from->time_us == 0) continue;
    *to = (lens_line_time){.kernel = from->kernel, .line = line.line, .time_us = from->time_us};
    (void)snprintf(to->file, sizeof to->file, "%s", line.file);
    memcpy(to->waits_us, from->waits_us, sizeof to->waits_us);
    report.num_times++;
  }
  qsort(times, report.num_times, sizeof *times, by_file_and_line);
  merge_times();
}

/* Looks up the places of findings and counters in one request, because the tool takes longer to
 * start than to answer.
 */
static void look_up_places(void) {
  const lens_log *log = &lens_the_log;
  size_t count = 0;
  uintptr_t *places =
      malloc((SIDES * log->sightings.count + log->num_counts + log->num_times) * sizeof *places);
  if (!places) return;
  for (size_t i = 0; i < log->sightings.count; i++) {
    put_places(&log->sightings.items[i], &places[count]);
    count += SIDES;
  }
  for (size_t i = 0; i < log->num_counts; i++) places[count++] = log->counts[i].place;
  for (size_t i = 0; i < log->num_times; i++) places[count++] = log->times[i].place;
  lens_symbolise(places, count, NULL);
  free(places);
}

static void bring_up_to_date(void) {
  lens_log_lock();
  if (report.version != lens_the_log.version) {
    look_up_places();
    build_findings();
    build_counters();
    build_times();
    report.version = lens_the_log.version;
  }
  lens_log_unlock();
}

/* ---- lens.h --------------------------------------------------------------------------------- */

size_t lens_num_findings(void) {
  bring_up_to_date();
  return report.num_findings;
}

const lens_finding *lens_get_finding(size_t i) {
  bring_up_to_date();
  return i < report.num_findings ? &report.findings[i] : NULL;
}

size_t lens_num_counters(void) {
  bring_up_to_date();
  return report.num_counters;
}

const lens_counter *lens_get_counter(size_t i) {
  bring_up_to_date();
  return i < report.num_counters ? &report.counters[i] : NULL;
}

size_t lens_num_line_times(void) {
  bring_up_to_date();
  return report.num_times;
}

const lens_line_time *lens_get_line_time(size_t i) {
  bring_up_to_date();
  return i < report.num_times ? &report.times[i] : NULL;
}

size_t lens_num_requests(size_t counter) {
  const lens_counter *of = lens_get_counter(counter);
  return of && of->samples ? 1 + of->samples->num_kept : 0;
}

const lens_request *lens_get_request(size_t counter, size_t i) {
  if (i >= lens_num_requests(counter)) return NULL;
  const lens_samples *samples = lens_get_counter(counter)->samples;
  return i == 0 ? &samples->worst : &samples->kept[i - 1];
}

size_t lens_num_launches(void) {
  return lens_the_log.num_launches;
}

const lens_launch_record *lens_get_launch(size_t i) {
  return i < lens_the_log.num_launches ? &lens_the_log.launches[i] : NULL;
}
