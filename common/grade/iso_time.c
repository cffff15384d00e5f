/* iso_time.c: reads and writes points in time. */
#define _GNU_SOURCE
#include "grade/iso_time.h"

#include <stdio.h>
#include <string.h>

/* Reads a time zone: "Z", "+01:00", "-0530" or nothing. `*minutes_out`: minutes ahead of UTC. */
static bool read_zone(const char *text, int *minutes_out) {
  int hours, minutes, end = 0;
  *minutes_out = 0;
  if (!*text || strcmp(text, "Z") == 0) return true;
  if (*text != '+' && *text != '-') return false;
  if (strspn(text + 1, "0123456789:") != strlen(text + 1)) return false;
  bool read = sscanf(text + 1, "%2d:%2d%n", &hours, &minutes, &end) == 2 && end == 5;
  if (!read) read = sscanf(text + 1, "%2d%2d%n", &hours, &minutes, &end) == 2 && end == 4;
  if (!read || text[1 + end] || hours > 14 || minutes > 59) return false;
  *minutes_out = (*text == '-' ? -1 : 1) * (60 * hours + minutes);
  return true;
}

/* Whether `text` matches `pattern`, in which 0 matches any digit. */
static bool looks_like(const char *text, const char *pattern) {
  for (; *pattern; text++, pattern++) {
    bool digit = *text >= '0' && *text <= '9';
    if (*pattern == '0' ? !digit : *text != *pattern) return false;
  }
  return true;
}

bool sl_iso_time_read(const char *text, time_t *out) {
  struct tm day = {.tm_hour = 23, .tm_min = 59};
  int zone = 0;
  if (!looks_like(text, "0000-00-00")) return false;
  (void)sscanf(text, "%4d-%2d-%2d", &day.tm_year, &day.tm_mon, &day.tm_mday);
  text += 10;
  if (looks_like(text, "T00:00") || looks_like(text, " 00:00")) {
    (void)sscanf(text + 1, "%2d:%2d", &day.tm_hour, &day.tm_min);
    text += 6;
    if (looks_like(text, ":00")) {
      (void)sscanf(text + 1, "%2d", &day.tm_sec);
      text += 3;
    }
    if (!read_zone(text, &zone)) return false;
  } else if (*text) {
    return false;
  }
  day.tm_year -= 1900;
  day.tm_mon -= 1;
  struct tm made = day; /* timegm normalises impossible dates */
  *out = timegm(&made);
  bool real = made.tm_mday == day.tm_mday && made.tm_mon == day.tm_mon &&
              made.tm_hour == day.tm_hour && made.tm_min == day.tm_min && day.tm_sec < 60;
  *out -= (time_t)zone * 60;
  return real;
}

void sl_iso_time_write(time_t when, char *out, size_t size) {
  struct tm utc;
  if (!gmtime_r(&when, &utc) || strftime(out, size, "%Y-%m-%dT%H:%M:%SZ", &utc) == 0) out[0] = '\0';
}
