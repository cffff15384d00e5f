/* quiz_number.c: the numbers that people type and read in a quiz. */
#include "judge/quiz.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Separators between groups of three digits; the last three are non-breaking spaces. */
static const char *const separators[] = {",", " ", "'", "_", "\u00a0", "\u202f", "\u2009"};

static size_t count_digits(const char *text) {
  return strspn(text, "0123456789");
}

/* Returns the separator at `text` if exactly three digits follow it, otherwise NULL. */
static const char *separator_at(const char *text) {
  for (size_t i = 0; i < SL_COUNT(separators); i++) {
    size_t length = strlen(separators[i]);
    bool here = strncmp(text, separators[i], length) == 0;
    if (here && count_digits(text + length) == 3) return separators[i];
  }
  return NULL;
}

enum { MAX_LENGTH = 128 };

/* A number without its separators, in the format of strtod; it does not get longer. */
typedef struct plain {
  char text[MAX_LENGTH];
  size_t length;
} plain;

static const char *copy(plain *to, const char *from, size_t length) {
  memcpy(to->text + to->length, from, length);
  to->length += length;
  return from + length;
}

/* Copies the digits before the decimal point. Sets `*separator` to the separator between groups. */
static const char *copy_whole(plain *to, const char *from, const char **separator) {
  size_t first = count_digits(from);
  bool may_be_group = first >= 1 && first <= 3 && from[0] != '0';
  *separator = may_be_group ? separator_at(from + first) : NULL;
  from = copy(to, from, first);
  while (*separator && separator_at(from) == *separator) {
    from = copy(to, from + strlen(*separator), 3);
  }
  return from;
}

static const char *copy_exponent(plain *to, const char *from) {
  if (*from != 'e' && *from != 'E') return from;
  size_t sign = from[1] == '-' || from[1] == '+';
  size_t digits = count_digits(from + 1 + sign);
  return digits ? copy(to, from, 1 + sign + digits) : from;
}

/* Reads one number; returns where it ends, NULL if there is none. */
static const char *read_number(const char *text, double *out) {
  plain number = {.length = 0};
  const char *separator, *end = text;
  if (*end == '-' || *end == '+') end = copy(&number, end, 1);
  end = copy_whole(&number, end, &separator);
  bool comma = *end == ',' && !(separator && *separator == ',');
  if ((*end == '.' || comma) && count_digits(end + 1)) {
    (void)copy(&number, ".", 1);
    end = copy(&number, end + 1, count_digits(end + 1));
  }
  end = copy_exponent(&number, end);
  char *read;
  *out = strtod(number.text, &read);
  return read != number.text && !*read && isfinite(*out) ? end : NULL;
}

static const char *behind_blanks(const char *text) {
  return text + strspn(text, " \t");
}

/* Reads a number, or one divided by another. */
static const char *read_fraction(const char *text, double *out) {
  const char *end = read_number(text, out);
  double divisor;
  if (!end || *behind_blanks(end) != '/') return end;
  end = read_number(behind_blanks(behind_blanks(end) + 1), &divisor);
  if (!end || divisor == 0) return NULL;
  *out /= divisor;
  return end;
}

static bool is_percent(const char *text) {
  return strcmp(text, "%") == 0 || strcmp(text, "percent") == 0 || strcmp(text, "per cent") == 0;
}

/* Whether the text is empty, or the first words of the unit, or all of them. */
static bool is_unit(const char *text, const char *unit) {
  size_t length = strlen(text);
  if (is_percent(text)) return strncmp(unit, "per cent", 8) == 0;
  return length == 0 ||
         (strncmp(text, unit, length) == 0 && (!unit[length] || unit[length] == ' '));
}

static bool read_choice(const sl_question *question, const char *text, double *number_out,
                        char *why, size_t size) {
  int choices = sl_quiz_num_choices(question);
  for (int i = 0; i < choices; i++) {
    if (strcmp(text, sl_quiz_choice(question, i)) != 0) continue;
    *number_out = i + 1;
    return true;
  }
  const char *end = read_number(text, number_out);
  bool whole = end && !*end && *number_out == round(*number_out);
  if (whole && *number_out >= 1 && *number_out <= choices) return true;
  (void)snprintf(why, size, "Please type one of the numbers 1 to %d%s.", choices,
                 question->num_choices > 0 ? "" : ", or the matrix's name");
  return false;
}

bool sl_quiz_read(const sl_question *question, const char *text, double *number_out, char *why,
                  size_t size) {
  char trimmed[MAX_LENGTH];
  text = behind_blanks(text);
  size_t length = strlen(text);
  while (length > 0 && isspace((unsigned char)text[length - 1])) length--;
  (void)snprintf(trimmed, sizeof trimmed, "%.*s", (int)length, text);
  if (sl_quiz_num_choices(question) > 0)
    return read_choice(question, trimmed, number_out, why, size);
  const char *end = length < sizeof trimmed ? read_fraction(trimmed, number_out) : NULL;
  const char *unit = end ? behind_blanks(end) : NULL;
  if (unit && is_unit(unit, question->unit)) return true;
  if (unit && is_percent(unit)) {
    (void)snprintf(why, size, "Give the answer in %s, not in percent.", question->unit);
  } else {
    (void)snprintf(
        why, size,
        "Please type a number, in %s. Possible forms: 1234, 1,234, 12.5, 12,5, 1e3 and 3/4.",
        question->unit);
  }
  return false;
}

const char *sl_quiz_write(double number, char *text, size_t size) {
  char digits[64];
  double magnitude = fabs(number);
  if (magnitude >= 1e15 || (magnitude < 1 && number != 0)) {
    (void)snprintf(text, size, "%.3g", number);
    return text;
  }
  (void)snprintf(digits, sizeof digits, "%.2f", magnitude);
  size_t whole = strcspn(digits, "."), used = 0, kept = strlen(digits);
  while (digits[kept - 1] == '0') kept--;
  if (digits[kept - 1] == '.') kept--;
  used += (size_t)snprintf(text, size, "%s", number < 0 ? "-" : "");
  for (size_t i = 0; i < kept && used + 2 < size; i++) {
    if (i > 0 && i < whole && (whole - i) % 3 == 0) text[used++] = ',';
    text[used++] = digits[i];
  }
  text[used] = '\0';
  return text;
}
