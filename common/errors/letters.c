/* letters.c: letters that C does not know, as they come with text from a web page. */
#include "base/utf8.h"
#include "errors/scene.h"

#include <stdio.h>
#include <string.h>

static const struct letter {
  uint32_t point;
  const char *name, *instead;
} letters[] = {
    {0x201c, "a curly quote", "\""},
    {0x201d, "a curly quote", "\""},
    {0x201e, "a curly quote", "\""},
    {0x00ab, "a quotation mark", "\""},
    {0x00bb, "a quotation mark", "\""},
    {0x2018, "a curly quote", "'"},
    {0x2019, "a curly quote", "'"},
    {0x00b4, "an accent", "'"},
    {0x2010, "a hyphen", "-"},
    {0x2011, "a hyphen", "-"},
    {0x2012, "a dash", "-"},
    {0x2013, "a dash", "-"},
    {0x2014, "a dash", "-"},
    {0x2212, "a minus sign of typography", "-"},
    {0x00d7, "a multiplication sign", "*"},
    {0x22c5, "a multiplication sign", "*"},
    {0x00b7, "a multiplication sign", "*"},
    {0x2217, "an asterisk of typography", "*"},
    {0x00f7, "a division sign", "/"},
    {0x2264, "a sign of mathematics", "<="},
    {0x2265, "a sign of mathematics", ">="},
    {0x2260, "a sign of mathematics", "!="},
    {0x2190, "an arrow", "="},
    {0x2192, "an arrow", "->"},
    {0x00a0, "a no-break space", " "},
    {0x2002, "a wide space", " "},
    {0x2003, "a wide space", " "},
    {0x2009, "a thin space", " "},
    {0x202f, "a no-break space", " "},
    {0x3000, "a wide space", " "},
    {0x200b, "an invisible space", ""},
    {0x200c, "an invisible letter", ""},
    {0x200d, "an invisible letter", ""},
    {0x2060, "an invisible letter", ""},
    {0xfeff, "an invisible byte order mark", ""},
    {0xff1b, "a wide semicolon", ";"},
    {0xff0c, "a wide comma", ","},
    {0xff08, "a wide parenthesis", "("},
    {0xff09, "a wide parenthesis", ")"},
    {0x037e, "a Greek question mark", ";"},
};

static const struct letter *find(uint32_t point) {
  for (size_t i = 0; i < sizeof letters / sizeof *letters; i++) {
    if (letters[i].point == point) return &letters[i];
  }
  return NULL;
}

static void say(const struct letter *known, uint32_t point, const char *bytes, int length,
                sl_error *error) {
  static const char why[] = "Text copied from a web page or a document often contains it";
  if (!known && point == 0x2026) {
    sl_error_what(error, "this line still has the … of an example in it");
    sl_error_advice(error, "Write out what it stands for.");
    return;
  }
  bool shows = point != 0xa0 && !(known && (!known->instead[0] || known->instead[0] == ' '));
  char sign[16] = "";
  if (shows) (void)snprintf(sign, sizeof sign, " (%.*s)", length, bytes);
  if (shows) (void)snprintf(error->mark, sizeof error->mark, "%.*s", length, bytes);
  if (!known) {
    sl_error_what(error, "this line contains %.*s, which is not valid in C", length, bytes);
    return;
  }
  sl_error_what(error, "this line contains %s%s, which is not valid in C", known->name, sign);
  if (!known->instead[0])
    sl_error_advice(error, "%s. Delete the line and type it again.", why);
  else if (known->instead[0] == ' ')
    sl_error_advice(error, "%s. Type an ordinary space instead.", why);
  else
    sl_error_advice(error, "%s. Write %s instead.", why, known->instead);
}

bool sl_explain_letter(const sl_scene *scene, int line, sl_error *error) {
  const char *code = scene->source->code, *end = code + strlen(code);
  if (line > 0) {
    size_t length;
    code = sl_scene_line(code, line, &length);
    if (!code) return false;
    end = code + length;
  }
  for (const char *c = code; c < end; c++) {
    if ((unsigned char)*c < 0x80) continue;
    size_t length = sl_utf8_length(c, (size_t)(end - c));
    if (!length) return false; /* another encoding: the compiler's words then */
    uint32_t point = sl_utf8_point(c, length);
    const struct letter *known = find(point);
    if (!known && point < 0x2000) { /* a letter of some alphabet, as names may have */
      c += length - 1;
      continue;
    }
    if (c == scene->source->code && point == 0xfeff) {
      c += length - 1;
      continue;
    }
    error->syntax = true;
    error->line = sl_source_line_at(scene->source->code, c);
    say(known, point, c, (int)length, error);
    return true;
  }
  return false;
}
