/* sheet.c: collects counters and findings by line. */
#include "report/sheet.h"

#include "base/memory.h"
#include "base/path.h"

#include "lens/lens.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { WARP = 32 };

const char *sl_sheet_space_name(int space) {
  return space == LENS_GLOBAL ? "global" : space == LENS_SHARED ? "shared" : "";
}

const char *sl_sheet_operation_name(int operation) {
  static const char *const names[] = {"load", "store", "atomic"};
  return operation >= 0 && operation < 3 ? names[operation] : "";
}

const char *sl_sheet_grouped(uint64_t number) {
  static char texts[8][32];
  static unsigned turn;
  char *text = texts[turn++ % 8], digits[24];
  int count = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
  char *to = text;
  for (int i = 0; i < count; i++) {
    *to++ = digits[i];
    if ((count - 1 - i) % 3 == 0 && i + 1 < count) *to++ = ',';
  }
  *to = '\0';
  return text;
}

void sl_sheet_add_to_line(sl_line_sum *sum, const sl_counter *c) {
  sum->requests += c->requests;
  sum->threads += c->threads;
  if (c->operation == LENS_ATOMIC) sum->atomics += c->requests;
  if (c->space == LENS_SHARED) {
    sum->shared_requests += c->requests;
    sum->wavefronts += c->wavefronts;
    sum->ideal_wavefronts += c->ideal_wavefronts;
    sum->bank_conflicts += c->bank_conflicts;
    if (c->operation == LENS_LOAD) sum->shared_loads += c->requests;
    sum->kept_requests += c->kept_requests;
  } else {
    sum->global_requests += c->requests;
    sum->sectors += c->sectors;
    sum->ideal_sectors += c->ideal_sectors;
  }
}

sl_heat sl_sheet_heat(uint64_t units, uint64_t ideal) {
  double ratio = ideal > 0 ? (double)units / (double)ideal : 1;
  return ratio > 2 ? SL_HOT : ratio > 1.3 ? SL_WARM : SL_COOL;
}

sl_heat sl_sheet_heat_of_line(const sl_line_sum *sum) {
  sl_heat global = sl_sheet_heat(sum->sectors, sum->ideal_sectors);
  sl_heat shared = sl_sheet_heat(sum->wavefronts, sum->ideal_wavefronts);
  return global > shared ? global : shared;
}

/* ---- accesses -------------------------------------------------------------------------------- */

uint64_t sl_sheet_access_excess(const sl_access *access) {
  const sl_line_sum *s = &access->sum;
  uint64_t units = s->sectors + s->wavefronts, ideal = s->ideal_sectors + s->ideal_wavefronts;
  return units > ideal ? units - ideal : 0;
}

void sl_sheet_access_name(const sl_counter *c, char *out, size_t size) {
  static const char *const words[] = {"load of", "store to", "atomic on"};
  const char *word = c->operation >= 0 && c->operation < 3 ? words[c->operation] : "access to";
  const char *space = c->space == LENS_SHARED ? "shared " : "";
  (void)snprintf(out, size, "%s %s%s", word, space, c->array[0] ? c->array : "memory");
}

void sl_sheet_access_text(const sl_access *access, char *out, size_t size) {
  const sl_line_sum *s = &access->sum;
  bool shared = access->first->space == LENS_SHARED;
  const char *unit = shared ? "wavefronts" : "sectors";
  double requests = s->requests ? (double)s->requests : 1;
  uint64_t units = s->sectors + s->wavefronts, ideal = s->ideal_sectors + s->ideal_wavefronts;
  (void)snprintf(out, size,
                 "%s of %s %s are more than ideal; %.1f %s per request where %.1f would do",
                 sl_sheet_grouped(sl_sheet_access_excess(access)), sl_sheet_grouped(units), unit,
                 (double)units / requests, unit, (double)ideal / requests);
}

/* Returns how many requests the same threads would make in full warps. */
static uint64_t full_requests(const sl_line_sum *sum) {
  return (sum->threads + WARP - 1) / WARP;
}

void sl_sheet_idle_text(const sl_access *idle, char *out, size_t size) {
  const sl_line_sum *s = &idle->sum;
  (void)snprintf(out, size,
                 "on average %.1f of 32 threads take part in its loads; full warps would make %s "
                 "requests instead of %s",
                 (double)s->threads / (double)s->requests, sl_sheet_grouped(full_requests(s)),
                 sl_sheet_grouped(s->requests));
}

void sl_sheet_kept_text(const sl_line_sum *sum, char *out, size_t size) {
  out[0] = '\0';
  if (sum->kept_requests == 0 || 2 * sum->kept_requests < sum->shared_loads) return;
  (void)snprintf(out, size,
                 "%s of %s loads of shared memory here read what the same threads have just "
                 "stored. Where nvcc keeps such a value in a register, the hardware counts fewer "
                 "requests than the lens.",
                 sl_sheet_grouped(sum->kept_requests), sl_sheet_grouped(sum->shared_loads));
}

static bool is_same_access(const sl_counter *a, const sl_counter *b) {
  return a->line == b->line && a->space == b->space && a->operation == b->operation &&
         strcmp(a->array, b->array) == 0 && strcmp(a->file, b->file) == 0;
}

static int by_excess(const void *a, const void *b) {
  uint64_t one = sl_sheet_access_excess(a), two = sl_sheet_access_excess(b);
  if (one != two) return one > two ? -1 : 1;
  const sl_counter *first = ((const sl_access *)a)->first, *second = ((const sl_access *)b)->first;
  return (first > second) - (first < second);
}

static sl_status find_worst(const sl_lens_view *view, sl_sheets *out) {
  SL_TRY(sl_alloc(view->seen.num_counters, sizeof *out->worst, "accesses", &out->worst));
  size_t count = 0;
  for (size_t i = 0; i < view->seen.num_counters; i++) {
    const sl_counter *c = &view->seen.counters[i];
    size_t at = 0;
    while (at < count && !is_same_access(out->worst[at].first, c)) at++;
    if (at == count) out->worst[count++].first = c;
    sl_sheet_add_to_line(&out->worst[at].sum, c);
  }
  qsort(out->worst, count, sizeof *out->worst, by_excess);
  while (count > 0 && sl_sheet_access_excess(&out->worst[count - 1]) == 0) count--;
  out->num_worst = count;
  return SL_OK;
}

/* Finds the line whose loads would save most requests with full warps. Stores and atomics are not
 * considered, because often one lane on purpose writes the sum of its warp. */
static void find_idle(const sl_lens_view *view, sl_sheets *out) {
  uint64_t most = 0, excess = 0;
  for (size_t i = 0; i < view->seen.num_counters; i++) {
    const sl_counter *first = &view->seen.counters[i];
    sl_access line = {.first = first};
    if (first->operation != LENS_LOAD) continue;
    for (size_t k = 0; k < view->seen.num_counters; k++) {
      const sl_counter *c = &view->seen.counters[k];
      bool same = c->line == first->line && strcmp(c->file, first->file) == 0;
      if (same && c->operation == LENS_LOAD) sl_sheet_add_to_line(&line.sum, c);
    }
    uint64_t lost = line.sum.requests - full_requests(&line.sum);
    if (line.sum.requests == 0 || lost <= most ||
        4 * line.sum.threads > 3 * WARP * line.sum.requests)
      continue;
    most = lost;
    out->idle = line;
  }
  for (size_t i = 0; i < out->num_worst; i++) excess += sl_sheet_access_excess(&out->worst[i]);
  const sl_line_sum *t = &out->total;
  if (4 * most < t->requests) out->idle.first = NULL;
  out->idle_first = (double)most / (double)(t->requests ? t->requests : 1) >
                    (double)excess / (double)(t->sectors + t->wavefronts + 1);
}

bool sl_sheet_takes_time(const sl_line_sum *sum, const sl_line_sum *total) {
  return total->time_us > 0 && sum->time_us >= 0.005 * total->time_us;
}

void sl_sheet_time_text(const sl_line_sum *sum, const sl_line_sum *total, char *out, size_t size) {
  out[0] = '\0';
  if (total->time_us <= 0) return;
  (void)snprintf(out, size, "%.0f %%", 100 * sum->time_us / total->time_us);
}

/* ---- files ----------------------------------------------------------------------------------- */

bool sl_sheet_has(const sl_sheet *sheet, const char *file) {
  return strcmp(sl_base_name(sheet->path), sl_base_name(file)) == 0;
}

void sl_sheet_access_time_text(const sl_sheets *sheets, const sl_access *access, char *out,
                               size_t size) {
  char share[32];
  out[0] = '\0';
  for (size_t i = 0; i < sheets->count; i++) {
    const sl_sheet *sheet = &sheets->items[i];
    int line = access->first->line;
    if (line < 1 || line > sheet->num_lines || !sl_sheet_has(sheet, access->first->file)) continue;
    sl_sheet_time_text(&sheet->lines[line - 1].sum, &sheets->total, share, sizeof share);
    if (share[0]) (void)snprintf(out, size, "; this line takes %s of the time", share);
    return;
  }
}

static sl_status cut_lines(sl_sheet *sheet) {
  const char *text = sheet->source.text;
  int count = 0;
  for (const char *c = text; *c; c++) count += *c == '\n' || c[1] == '\0';
  SL_TRY(sl_alloc((size_t)count, sizeof *sheet->lines, "the lines", &sheet->lines));
  sheet->num_lines = count;
  const char *at = text;
  for (int i = 0; i < count; i++) {
    size_t length = strcspn(at, "\n");
    bool carriage = length > 0 && at[length - 1] == '\r';
    sheet->lines[i] = (sl_sheet_line){
        .text = at, .code = sheet->source.code + (at - text), .length = (int)length - carriage};
    at += length + (at[length] == '\n');
  }
  return SL_OK;
}

typedef struct looked_for {
  const sl_sheet *sheet;
  const sl_lens_view *view;
} looked_for;

static bool is_of_interest(const sl_sheet_line *line, void *context) {
  const looked_for *it = context;
  if (line->sum.requests > 0) return true;
  for (size_t i = 0; i < it->view->seen.num_findings; i++) {
    const sl_finding *f = &it->view->seen.findings[i];
    if (f->line == (int)(line - it->sheet->lines) + 1 && sl_sheet_has(it->sheet, f->file)) {
      return true;
    }
  }
  return false;
}

static sl_status make_sheet(const sl_lens_view *view, const char *path, sl_sheet *sheet) {
  (void)snprintf(sheet->path, sizeof sheet->path, "%s", path);
  SL_TRY(sl_source_read(path, &sheet->source));
  sheet->source.path = sheet->path;
  SL_TRY(cut_lines(sheet));
  for (size_t i = 0; i < view->seen.num_counters; i++) {
    const sl_counter *c = &view->seen.counters[i];
    if (c->line < 1 || c->line > sheet->num_lines || !sl_sheet_has(sheet, c->file)) continue;
    sl_sheet_add_to_line(&sheet->lines[c->line - 1].sum, c);
  }
  const sl_lens_report *timed = view->timed ? view->timed : &view->seen;
  for (size_t i = 0; i < timed->num_line_times; i++) {
    const sl_line_time *t = &timed->line_times[i];
    if (t->line < 1 || t->line > sheet->num_lines || !sl_sheet_has(sheet, t->file)) continue;
    sheet->lines[t->line - 1].sum.time_us += t->time_us;
  }
  looked_for wanted = {sheet, view};
  return sl_sheet_mark_functions(sheet, is_of_interest, &wanted);
}

static void free_sheet(sl_sheet *sheet) {
  sl_source_free(&sheet->source);
  sl_free(sheet->lines);
}

/* Adds another file that the lens has named, if it can be read and belongs to the student. For a
 * lab, these are only files beside the source; all other files belong to the kit. */
static sl_status add_file(const sl_lens_view *view, const char *file, sl_sheets *out) {
  for (size_t i = 0; i < out->count; i++) {
    if (sl_sheet_has(&out->items[i], file)) return SL_OK;
  }
  size_t folder = (size_t)(sl_base_name(view->source) - view->source);
  bool beside = strncmp(file, view->source, folder) == 0 && !strchr(file + folder, '/');
  if (!file[0] || (view->lab[0] && !beside)) return SL_OK;
  SL_TRY(sl_resize(out->count + 1, sizeof *out->items, "the sheets", &out->items));
  sl_sheet *sheet = &out->items[out->count];
  memset(sheet, 0, sizeof *sheet);
  sl_status status = make_sheet(view, file, sheet);
  if (status == SL_OK) {
    out->count++;
    return SL_OK;
  }
  free_sheet(sheet);
  return status == SL_ERR_INPUT ? SL_OK : status;
}

sl_status sl_sheets_make(const sl_lens_view *view, sl_sheets *out) {
  memset(out, 0, sizeof *out);
  out->prefix = view->prefix ? view->prefix : "";
  SL_TRY(sl_alloc(1, sizeof *out->items, "the sheets", &out->items));
  out->count = 1;
  SL_TRY(make_sheet(view, view->source, &out->items[0]));
  for (size_t i = 0; i < view->seen.num_counters; i++) {
    sl_sheet_add_to_line(&out->total, &view->seen.counters[i]);
    SL_TRY(add_file(view, view->seen.counters[i].file, out));
  }
  for (size_t i = 0; i < view->seen.num_findings; i++) {
    SL_TRY(add_file(view, view->seen.findings[i].file, out));
  }
  const sl_lens_report *timed = view->timed ? view->timed : &view->seen;
  for (size_t i = 0; i < timed->num_line_times; i++) {
    out->total.time_us += timed->line_times[i].time_us;
  }
  SL_TRY(find_worst(view, out));
  find_idle(view, out);
  return SL_OK;
}

void sl_sheets_free(sl_sheets *sheets) {
  for (size_t i = 0; i < sheets->count; i++) free_sheet(&sheets->items[i]);
  sl_free(sheets->items);
  sl_free(sheets->worst);
  memset(sheets, 0, sizeof *sheets);
}
