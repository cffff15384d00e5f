/* device.c: reads device files. */
#include "lens/model/device.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct device_field {
  const char *name;
  size_t offset;
  double least, most;
} device_field;

#define FIELD(name, least, most)                                                                   \
  { #name, offsetof(model_device, name), least, most }

static const device_field fields[] = {
    FIELD(multiprocessors, 1, 1024),
    FIELD(clock_ghz, 0.1, 10),
    FIELD(schedulers, 1, 8),
    FIELD(warps_per_multiprocessor, 1, 256),
    FIELD(blocks_per_multiprocessor, 1, 256),
    FIELD(registers_per_multiprocessor, 1024, 1 << 24),
    FIELD(l1_kb, 1, 4096),
    FIELD(shared_reserved_kb, 0, 64),
    FIELD(dependent_cycles, 0.5, 100),
    FIELD(double_cycles, 1, 1000),
    FIELD(exchange_cycles, 1, 1000),
    FIELD(exchange_issue_cycles, 0.1, 100),
    FIELD(shared_cycles, 1, 1000),
    FIELD(shared_wavefront_cycles, 0.1, 100),
    FIELD(barrier_cycles, 0, 1000),
    FIELD(barrier_warp_cycles, 0, 1000),
    FIELD(fence_cycles, 0, 100000),
    FIELD(l1_hit_cycles, 1, 1000),
    FIELD(l1_line_cycles, 0, 100),
    FIELD(l1_bank_cycles, 0, 100),
    FIELD(path_line_cycles, 0, 100),
    FIELD(path_sector_cycles, 0, 100),
    FIELD(store_line_cycles, 0, 100),
    FIELD(l2_mb, 0.0625, 4096),
    FIELD(l2_halves, 1, 2),
    FIELD(l2_slices, 1, 1024),
    FIELD(l2_hit_cycles, 2, 10000),
    FIELD(l2_far_cycles, 0, 10000),
    FIELD(l2_lines_per_cycle, 0.1, 10000),
    FIELD(l2_sectors_per_cycle, 0.1, 10000),
    FIELD(l2_stores_per_cycle, 0.1, 10000),
    FIELD(dram_gbps, 1, 100000),
    FIELD(dram_random_per_ns, 0.01, 10000),
    FIELD(dram_cycles, 3, 100000),
    FIELD(dram_spread_cycles, 0, 10000),
    FIELD(dram_row_bytes, 128, 1 << 20),
    FIELD(dram_window_cycles, 0, 100000),
    FIELD(page_mb, 2, 2),
    FIELD(page_cycles, 0, 100000),
    FIELD(flush_dirty, 0, 1),
    FIELD(atomic_cycles, 2, 10000),
    FIELD(atomic_sector_cycles, 0, 1000),
    FIELD(atomic_int_cycles, 0, 1000),
    FIELD(atomic_float_cycles, 0, 1000),
    FIELD(launch_us, 0, 1000),
    FIELD(next_launch_us, 0, 1000),
    FIELD(memset_us, 0, 1000),
    FIELD(block_start_cycles, 0, 10000),
    FIELD(block_warp_cycles, 0, 10000),
    FIELD(block_next_cycles, 0, 10000),
};
enum { NUM_FIELDS = sizeof fields / sizeof *fields };

typedef struct device_reader {
  const char *file;
  int line;
  char *message;
  size_t size;
} device_reader;

__attribute__((format(printf, 2, 3))) static int fail(const device_reader *r, const char *format,
                                                      ...) {
  int used = r->line ? snprintf(r->message, r->size, "%s, line %d: ", r->file, r->line)
                     : snprintf(r->message, r->size, "%s: ", r->file);
  if (used < 0 || (size_t)used >= r->size) return -1;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(r->message + used, r->size - (size_t)used, format, arguments);
  va_end(arguments);
  return -1;
}

static char *trim(char *s) {
  while (*s == ' ' || *s == '\t') s++;
  size_t n = strlen(s);
  while (n > 0 && strchr(" \t\r\n", s[n - 1])) n--;
  s[n] = '\0';
  return s;
}

/* Reads a number, independent of the locale's decimal point. */
static int number(const char *s, double *out, const char **end) {
  double x = 0, scale = 1;
  const char *p = s;
  int digits = 0;
  for (; *p >= '0' && *p <= '9'; p++, digits++) x = x * 10 + (*p - '0');
  if (*p == '.')
    for (p++; *p >= '0' && *p <= '9'; p++, digits++) x = x * 10 + (*p - '0'), scale *= 10;
  if (digits == 0 || digits > 15) return -1;
  x /= scale;
  if (*p == 'e' || *p == 'E') {
    char *after;
    long power = strtol(p + 1, &after, 10);
    if (after == p + 1 || power < -30 || power > 30) return -1;
    for (; power > 0; power--) x *= 10;
    for (; power < 0; power++) x /= 10;
    p = after;
  }
  *out = x;
  *end = p;
  return 0;
}

static int read_carve_outs(const device_reader *r, const char *text, model_device *out) {
  while (*text) {
    double kb;
    if (out->num_carve_outs == MODEL_MAX_CARVE_OUTS)
      return fail(r, "more than %d sizes of shared memory; remove some", MODEL_MAX_CARVE_OUTS);
    if (number(text, &kb, &text))
      return fail(r, "\"%s\" is not a number; write sizes in KB, for example 0 8 16 32", text);
    if (out->num_carve_outs && kb <= out->carve_outs_kb[out->num_carve_outs - 1])
      return fail(r, "sizes of shared memory must increase; sort them");
    out->carve_outs_kb[out->num_carve_outs++] = kb;
    while (*text == ' ' || *text == '\t') text++;
  }
  return 0;
}

static int read_value(const device_reader *r, const char *name, const char *text, model_device *out,
                      unsigned char *seen) {
  if (!strcmp(name, "name")) {
    if (!*text || strlen(text) >= sizeof out->name)
      return fail(r, "the device's name must have 1 to %zu letters; shorten it",
                  sizeof out->name - 1);
    memcpy(out->name, text, strlen(text) + 1);
    return 0;
  }
  if (!strcmp(name, "verified")) {
    if (strcmp(text, "yes") && strcmp(text, "no"))
      return fail(r, "verified is \"%s\"; write yes or no", text);
    out->verified = *text == 'y';
    return 0;
  }
  if (!strcmp(name, "carve_outs_kb")) return read_carve_outs(r, text, out);
  for (int i = 0; i < NUM_FIELDS; i++) {
    const device_field *f = &fields[i];
    if (strcmp(name, f->name)) continue;
    double x;
    const char *end;
    if (seen[i]) return fail(r, "%s has a value already; delete one of the two lines", name);
    if (number(text, &x, &end) || *end)
      return fail(r, "the value of %s is \"%s\"; write one number, and the unit after a #", name,
                  text);
    if (!(x >= f->least && x <= f->most))
      return fail(r, "%s is %g, but must be from %g to %g; check the unit", name, x, f->least,
                  f->most);
    memcpy((char *)out + f->offset, &x, sizeof x);
    seen[i] = 1;
    return 0;
  }
  return fail(r, "no value is named \"%s\"; check the spelling, or delete the line", name);
}

static int check(device_reader *r, const model_device *d, const unsigned char *seen) {
  r->line = 0;
  if (!d->name[0]) return fail(r, "the device has no name; add a line name = …");
  for (int i = 0; i < NUM_FIELDS; i++)
    if (!seen[i])
      return fail(r, "no value for %s; add a line %s = …", fields[i].name, fields[i].name);
  if (d->num_carve_outs == 0) return fail(r, "no sizes of shared memory; add carve_outs_kb = …");
  if (d->carve_outs_kb[d->num_carve_outs - 1] >= d->l1_kb)
    return fail(r, "carve_outs_kb leaves no first-level cache; make its last size smaller than "
                   "l1_kb");
  if (d->dram_cycles <= d->l2_hit_cycles)
    return fail(r, "dram_cycles must be more than l2_hit_cycles; it includes them");
  if (d->l2_slices < d->l2_halves) return fail(r, "l2_slices must be at least l2_halves");
  return 0;
}

int model_device_parse(const char *name, const char *text, model_device *out, char *message,
                       size_t size) {
  unsigned char seen[NUM_FIELDS] = {0};
  device_reader r = {name, 0, message, size};
  memset(out, 0, sizeof *out);
  while (*text) {
    char line[512];
    size_t length = strcspn(text, "\n");
    r.line++;
    size_t used = length < sizeof line ? length : sizeof line - 1;
    memcpy(line, text, used);
    line[used] = '\0';
    text += length + (text[length] == '\n');
    char *comment = strchr(line, '#');
    if (comment)
      *comment = '\0';
    else if (used < length)
      return fail(&r, "the line has more than %zu letters; shorten it", sizeof line - 1);
    char *word = trim(line);
    if (!*word) continue;
    char *equals = strchr(word, '=');
    if (!equals) return fail(&r, "there is no \"=\"; write name = value, or a # before a comment");
    *equals = '\0';
    if (read_value(&r, trim(word), trim(equals + 1), out, seen)) return -1;
  }
  return check(&r, out, seen);
}

int model_device_read(const char *path, model_device *out, char *message, size_t size) {
  device_reader r = {path, 0, message, size};
  enum { MOST = 1 << 20 };
  FILE *file = fopen(path, "r");
  if (!file) return fail(&r, "cannot be opened: %s", strerror(errno));
  char *text = malloc(MOST);
  size_t length = text ? fread(text, 1, MOST - 1, file) : 0;
  int bad = !text || ferror(file), whole = text && feof(file);
  fclose(file);
  int status = -1;
  if (bad)
    fail(&r, "cannot be read; is it a text file?");
  else if (!whole)
    fail(&r, "is larger than 1 MB, which no device file is; check the name");
  else {
    text[length] = '\0';
    status = model_device_parse(path, text, out, message, size);
  }
  free(text);
  return status;
}
