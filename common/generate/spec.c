/* spec.c: parses the sizes and options of a specification, `family:size[,name=value]…`. */
#include "generate/spec.h"

#include <limits.h>
#include <string.h>

/* A part of the specification, without a terminating zero. */
typedef struct spec_piece {
  const char *text;
  size_t length;
} spec_piece;

/* Arguments for "%.*s": a part, shortened for messages. */
#define SHOWN(p) ((p).length < 60 ? (int)(p).length : 60), (p).text

/* Removes the part before `separator`, or everything, from the front of `*rest`. Returns whether
 * there was a separator, after which another part must follow. */
static bool take(spec_piece *rest, char separator, spec_piece *out) {
  const char *end = memchr(rest->text, separator, rest->length);
  out->text = rest->text;
  out->length = end ? (size_t)(end - rest->text) : rest->length;
  size_t used = out->length + (end != NULL);
  *rest = (spec_piece){rest->text + used, rest->length - used};
  return end != NULL;
}

/* Reads an integer. If it does not fit into long long, the result is LLONG_MAX, which is outside of
 * every allowed range. */
static bool read_number(spec_piece digits, long long *out) {
  long long number = 0;
  if (digits.length == 0) return false;
  for (size_t k = 0; k < digits.length; k++) {
    int digit = digits.text[k] - '0';
    if (digit < 0 || digit > 9) return false;
    number = number > (LLONG_MAX - digit) / 10 ? LLONG_MAX : 10 * number + digit;
  }
  *out = number;
  return true;
}

static sl_status parse_size(spec_piece text, const sl_family *family, int *out) {
  long long size;
  if (!read_number(text, &size)) {
    return sl_fail(SL_ERR_INPUT, "the size \"%.*s\" is not a whole number; write %s", SHOWN(text),
                   family->usage);
  }
  if (size > INT_MAX) {
    return sl_fail(SL_ERR_SIZE,
                   "the size %.*s is more than the %d the kit can number; choose a "
                   "smaller one",
                   SHOWN(text), INT_MAX);
  }
  if (size < family->generator->lowest_size) {
    return sl_fail(SL_ERR_INPUT, "the size %lld is too small; the least for %s is %d", size,
                   family->name, family->generator->lowest_size);
  }
  *out = (int)size;
  return SL_OK;
}

static sl_status parse_sizes(spec_piece text, const sl_family *family, sl_generator_request *out) {
  const sl_generator *generator = family->generator;
  spec_piece whole = text, size;
  int count = 0;
  bool more = true;
  for (; more && count < generator->num_sizes; count++) {
    more = take(&text, 'x', &size);
    SL_TRY(parse_size(size, family, &out->size[count]));
  }
  bool one_for_all = count == 1 && !generator->every_size;
  if (more || (count < generator->num_sizes && !one_for_all)) {
    return sl_fail(SL_ERR_INPUT, "\"%.*s\" gives too %s sizes; write %s", SHOWN(whole),
                   more ? "many" : "few", family->usage);
  }
  for (; count < generator->num_sizes; count++) out->size[count] = out->size[0];
  for (; count < SL_MAX_SIZES; count++) out->size[count] = 1;
  return SL_OK;
}

static int count_options(const sl_generator *generator) {
  int count = 0;
  while (count < SL_MAX_OPTIONS && generator->options[count].name) count++;
  return count;
}

static int find_option(const sl_generator *generator, spec_piece name) {
  for (int k = 0; k < count_options(generator); k++) {
    const char *known = generator->options[k].name;
    if (strlen(known) == name.length && !memcmp(known, name.text, name.length)) return k;
  }
  return -1;
}

static sl_status unknown_option(spec_piece name, const sl_family *family) {
  const sl_generator *generator = family->generator;
  char names[128] = "";
  for (int k = 0; k < count_options(generator); k++) {
    strncat(names, k ? ", " : "", sizeof names - strlen(names) - 1);
    strncat(names, generator->options[k].name, sizeof names - strlen(names) - 1);
  }
  return sl_fail(SL_ERR_INPUT, "%s has no option \"%.*s\"; its options are: %s", family->name,
                 SHOWN(name), names[0] ? names : "none");
}

static sl_status parse_option(spec_piece text, const sl_family *family, bool *given,
                              sl_generator_request *out) {
  spec_piece whole = text, name;
  if (!take(&text, '=', &name)) {
    return sl_fail(SL_ERR_INPUT, "\"%.*s\" is not name=value; write %s", SHOWN(whole),
                   family->usage);
  }
  int found = find_option(family->generator, name);
  if (found < 0) return unknown_option(name, family);
  if (given[found]) {
    return sl_fail(SL_ERR_INPUT, "the option %.*s is given twice; remove one", SHOWN(name));
  }
  given[found] = true;
  const sl_option *option = &family->generator->options[found];
  long long value;
  if (!read_number(text, &value) || value < option->lowest || value > option->highest) {
    return sl_fail(SL_ERR_INPUT, "%.*s: not a whole number from %lld to %lld", SHOWN(whole),
                   option->lowest, option->highest);
  }
  out->option[found] = value;
  return SL_OK;
}

static sl_status parse(spec_piece rest, const sl_family *family, sl_generator_request *out) {
  bool given[SL_MAX_OPTIONS] = {false};
  spec_piece part;
  bool more = take(&rest, ',', &part);
  SL_TRY(parse_sizes(part, family, out));
  while (more) {
    more = take(&rest, ',', &part);
    SL_TRY(parse_option(part, family, given, out));
  }
  return SL_OK;
}

sl_status sl_spec_parse(const char *spec, const sl_family *family, sl_generator_request *out) {
  spec_piece rest = {spec, strlen(spec)}, name;
  for (int k = 0; k < SL_MAX_OPTIONS; k++) out->option[k] = family->generator->options[k].fallback;
  if (!take(&rest, ':', &name)) {
    return sl_fail(SL_ERR_INPUT, "\"%.*s\" has no size; write %s", SHOWN(name), family->usage);
  }
  sl_status status = parse(rest, family, out);
  if (status != SL_OK) return sl_fail_at(status, "%.200s", spec);
  return SL_OK;
}
