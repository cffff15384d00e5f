/* check.c: compares the annotations of a test program with the lens's report. */
#include "check.h"

#include "lens/lens.h"
#include "lens/words.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_FINDINGS 256

#ifdef __clang__
#define BY_COMPILER "-clang"
#else
#define BY_COMPILER "-gcc"
#endif

static bool explained[MOST_FINDINGS]; /* findings that match an annotation */
static int failures;

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static bool same_file(const char *one, const char *other) {
  return strcmp(base_name(one), base_name(other)) == 0;
}

/* ---- what the lens saw ---------------------------------------------------------------------- */

static const char *const operation_names[] = {"load", "store", "atomic"};

static void write_launches(void) {
  for (size_t i = 0; i < lens_num_launches(); i++) {
    const lens_launch_record *it = lens_get_launch(i);
    printf("launch %s grid %u %u %u block %u %u %u error %d accesses %llu steps %llu %llu\n",
           it->kernel, it->grid[0], it->grid[1], it->grid[2], it->block[0], it->block[1],
           it->block[2], it->error, (unsigned long long)it->accesses,
           (unsigned long long)it->warp_steps, (unsigned long long)it->thread_steps);
  }
}

static uint64_t units_of(const lens_counter *it) {
  return it->space == LENS_GLOBAL ? it->sectors : it->wavefronts;
}

static uint64_t ideal_of(const lens_counter *it) {
  return it->space == LENS_GLOBAL ? it->ideal_sectors : it->ideal_wavefronts;
}

static void write_counters(void) {
  for (size_t i = 0; i < lens_num_counters(); i++) {
    const lens_counter *it = lens_get_counter(i);
    printf("counter %s:%d:%d %s %s %s '%s' bytes %u requests %llu threads %llu units %llu ideal "
           "%llu\n",
           base_name(it->file), it->line, it->column, it->kernel,
           it->space == LENS_GLOBAL ? "global" : "shared", operation_names[it->operation],
           it->array, it->bytes, (unsigned long long)it->requests, (unsigned long long)it->threads,
           (unsigned long long)units_of(it), (unsigned long long)ideal_of(it));
  }
}

static void write_findings(void) {
  for (size_t i = 0; i < lens_num_findings(); i++) {
    const lens_finding *it = lens_get_finding(i);
    printf("finding %s:%d:%d %s '%s' %s[%lld of %lld] block %u %u %u thread %u %u %u count %llu: "
           "%s\n",
           base_name(it->file), it->line, it->column, lens_finding_name(it->kind), it->kernel,
           it->array, it->index, it->length, it->block[0], it->block[1], it->block[2],
           it->thread[0], it->thread[1], it->thread[2], it->count, it->detail);
  }
}

/* ---- EXPECT --------------------------------------------------------------------------------- */

/* Returns whether the line is as expected. */
static bool check_expect(const char *source, int line, const char *text) {
  static const char *const names[] = {"requests", "threads", "units", "ideal", "kept"};
  unsigned long long want[5], got[5] = {0};
  char operation[16] = "";
  int skipped = 0, fields;
  if (sscanf(text, " %15[a-z]%n", operation, &skipped) <= 0) operation[0] = '\0';
  fields = sscanf(text + skipped, "%llu %llu %llu %llu %llu", &want[0], &want[1], &want[2],
                  &want[3], &want[4]);
  for (size_t i = 0; i < lens_num_counters(); i++) {
    const lens_counter *it = lens_get_counter(i);
    if (it->line != line || !same_file(it->file, source)) continue;
    if (operation[0] && strcmp(operation, operation_names[it->operation]) != 0) continue;
    got[0] += it->requests;
    got[1] += it->threads;
    got[2] += units_of(it);
    got[3] += ideal_of(it);
    got[4] += it->kept_requests;
  }
  bool agrees = true;
  for (int i = 0; i < fields; i++) {
    if (got[i] == want[i]) continue;
    fprintf(stderr, "%s:%d: %s %s: expected %llu, counted %llu\n", base_name(source), line,
            operation, names[i], want[i], got[i]);
    agrees = false;
  }
  return agrees;
}

/* ---- BUG ------------------------------------------------------------------------------------ */

/* Whether `text`, "kind array", "kind array: words" or "kind: words", matches this finding. The
 * words are part of its text or of its place. */
static bool names_finding(const char *text, const lens_finding *finding) {
  const char *kind = lens_finding_name(finding->kind);
  size_t length = strlen(kind);
  if (strncmp(text, kind, length) != 0) return false;
  char array[64] = "", words[256] = "";
  bool bare = sscanf(text + length, ": %255[^\n]", words) == 1;
  if (!bare) (void)sscanf(text + length, " %63[^: \n]: %255[^\n]", array, words);
  if (strcmp(array, "//") == 0) array[0] = '\0'; /* the next annotation */
  char element[200];
  lens_say_element(finding->array, finding->index, finding->length, element, sizeof element);
  return strcmp(array, finding->array) == 0 &&
         (strstr(finding->detail, words) || strstr(element, words));
}

/* How many lines must be exact: all, except for compilers whose control flow cannot be followed
 * completely (LENS_LEAST_EXACT, in percent). */
static bool enough_agree(int agreed, int expected) {
  const char *percent = getenv("LENS_LEAST_EXACT");
  return 100 * agreed >= expected * (percent ? atoi(percent) : 100);
}

static void check_bug(const char *source, int line, const char *text) {
  for (size_t i = 0; i < lens_num_findings() && i < MOST_FINDINGS; i++) {
    const lens_finding *it = lens_get_finding(i);
    if (it->line != line || !same_file(it->file, source) || !names_finding(text, it)) continue;
    explained[i] = true;
    return;
  }
  fprintf(stderr, "%s:%d: not found: %s", base_name(source), line, text);
  failures++;
}

static void check_unexplained(void) {
  for (size_t i = 0; i < lens_num_findings(); i++) {
    const lens_finding *it = lens_get_finding(i);
    if (i < MOST_FINDINGS && explained[i]) continue;
    fprintf(stderr, "%s:%d: found, but there is no such bug: %s %s (%s)\n", base_name(it->file),
            it->line, lens_finding_name(it->kind), it->array, it->detail);
    failures++;
  }
}

static int expected, agreed; /* lines with EXPECT */

static void check_file(const char *source);

/* Headers in the folder of the program have annotations too. */
static void check_header(const char *source, const char *line) {
  char name[128], path[1024];
  if (sscanf(line, "#include \"%127[^\"]\"", name) != 1 || !strstr(name, ".cuh")) return;
  int folder = (int)(base_name(source) - source);
  (void)snprintf(path, sizeof path, "%.*s%s", folder, source, name);
  check_file(path);
}

static void check_file(const char *source) {
  FILE *file = fopen(source, "r");
  if (!file) {
    fprintf(stderr, "%s: cannot be read\n", source);
    failures++;
    return;
  }
  char text[512];
  for (int line = 1; fgets(text, sizeof text, file); line++) {
    check_header(source, text);
    const char *expect = strstr(text, "// EXPECT ");
    if (expect) agreed += check_expect(source, line, expect + strlen("// EXPECT "));
    expected += expect != NULL;
    const char *bug = text;
    while ((bug = strstr(bug, "// BUG"))) {
      bug += strlen("// BUG");
      if (strncmp(bug, BY_COMPILER, strlen(BY_COMPILER)) == 0) bug += strlen(BY_COMPILER);
      if (*bug == ' ') check_bug(source, line, bug + 1);
    }
  }
  (void)fclose(file);
}

int check_annotations(const char *source) {
  lens_report_at_exit(false); /* here everything is reported already */
  write_launches();
  write_counters();
  write_findings();
  check_file(source);
  check_unexplained();
  printf("%d of %d test lines agree\n", agreed, expected);
  if (lens_shortage()) { /* only fails_closed.sh brings this about */
    fprintf(stderr, "%s\n", lens_shortage());
    return 1;
  }
  return failures || !enough_agree(agreed, expected) ? 1 : 0;
}

void check_strict_barriers(void) {
  lens_set_strict_barriers(true);
}

int check_at_end(const char *source) {
  lens_finish();
  return check_annotations(source);
}

void check_take_long(double seconds) {
  struct timespec start, now;
  (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
  do {
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  } while ((double)(now.tv_sec - start.tv_sec) + 1e-9 * (double)(now.tv_nsec - start.tv_nsec) <
           seconds);
}
