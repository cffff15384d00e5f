/* fresh_cases.c: the standard cases with other numbers, from a seed. */
#include "judge/fresh_cases.h"

#include "base/hash.h"
#include "base/memory.h"
#include "generate/generate.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct sl_fresh_text {
  char spec[160], less[160], name[128];
} sl_fresh_text;

static const char seed_option[] = ",seed=";

/* Whether the family of `spec` takes a seed. */
static bool is_random(const char *spec) {
  size_t count, length = strcspn(spec, ":");
  const sl_family *families = sl_generate_families(&count);
  for (size_t i = 0; sl_generate_knows(spec) && i < count; i++) {
    if (strncmp(families[i].name, spec, length) == 0 && !families[i].name[length]) {
      return strstr(families[i].usage, "seed=");
    }
  }
  return false;
}

enum { SMALLEST_CHANGED = 40, PARTS = 8 };

/* Copies a specification such as "uniform:317x211,row=4" or "gaps:900" with smaller sizes: up to an
 * eighth smaller, rows and columns by the same number, so that a matrix stays square, wide or tall.
 * Small sizes test edge cases and are kept. */
static void change_sizes(const char *spec, uint64_t seed, char *out, size_t size) {
  unsigned long rows = 0, columns = 0;
  const char *colon = strchr(spec, ':');
  int fields = colon ? sscanf(colon, ":%lux%lu", &rows, &columns) : 0;
  unsigned long least = fields == 2 && columns < rows ? columns : rows;
  unsigned long less = (unsigned long)(seed % (least / PARTS + 1));
  if (fields < 1 || least < SMALLEST_CHANGED) {
    (void)snprintf(out, size, "%s", spec);
    return;
  }
  int before = (int)(colon - spec);
  const char *rest = colon + strcspn(colon, ",");
  if (fields == 2) {
    (void)snprintf(out, size, "%.*s:%lux%lu%s", before, spec, rows - less, columns - less, rest);
  } else {
    (void)snprintf(out, size, "%.*s:%lu%s", before, spec, rows - less, rest);
  }
}

/* Specifies the same kind of matrix with a unique seed and unpredictable sizes. */
static void write_spec(const char *of, bool sizes, uint64_t seed, char *out, size_t size) {
  char spec[sizeof((sl_fresh_text *)NULL)->spec];
  if (!is_random(of)) {
    (void)snprintf(out, size, "%s", of);
    return;
  }
  if (sizes) {
    change_sizes(of, sl_hash_bytes(~seed, of, strlen(of)), spec, sizeof spec);
  } else {
    (void)snprintf(spec, sizeof spec, "%s", of);
  }
  const char *old = strstr(spec, seed_option);
  int before = old ? (int)(old - spec) : (int)strlen(spec);
  const char *after = old ? old + strlen(seed_option) : "";
  after += strcspn(after, ",");
  uint64_t number = sl_hash_bytes(seed, spec, strlen(spec)) % 1000000000;
  (void)snprintf(out, size, "%.*s%s%" PRIu64 "%s", before, spec, seed_option, number, after);
}

static void add(sl_fresh_cases *out, const sl_case_spec *of, uint64_t seed) {
  sl_fresh_text *text = &out->texts[out->count];
  const char *name = of->name ? of->name : of->spec;
  write_spec(of->spec, !of->measured, seed, text->spec, sizeof text->spec);
  (void)snprintf(text->name, sizeof text->name, "%s%s", of->measured ? "" : "hidden: ", name);
  if (of->less) write_spec(of->less, false, seed, text->less, sizeof text->less);
  out->list[out->count++] = (sl_case_spec){.spec = text->spec,
                                           .less = of->less ? text->less : NULL,
                                           .name = text->name,
                                           .exact = of->exact,
                                           .measured = of->measured,
                                           .fresh = true};
}

sl_status sl_fresh_cases_make(const sl_case_spec *cases, size_t count, uint64_t seed,
                              sl_fresh_cases *out) {
  memset(out, 0, sizeof *out);
  SL_TRY(sl_alloc(2 * count, sizeof *out->list, "cases", &out->list));
  SL_TRY(sl_alloc(2 * count, sizeof *out->texts, "cases", &out->texts));
  for (size_t i = 0; i < count; i++) {
    if (!cases[i].measured) out->list[out->count++] = cases[i];
  }
  for (size_t i = 0; i < count; i++) {
    if (!cases[i].measured) add(out, &cases[i], seed);
  }
  for (size_t i = 0; i < count; i++) {
    if (cases[i].measured) add(out, &cases[i], seed);
  }
  return SL_OK;
}

void sl_fresh_cases_free(sl_fresh_cases *cases) {
  sl_free(cases->list);
  sl_free(cases->texts);
  memset(cases, 0, sizeof *cases);
}
