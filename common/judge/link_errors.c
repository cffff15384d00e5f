/* link_errors.c: what a linker says of a student's file, in terms of the lab. */
#include "judge/link_errors.h"

#include <stdio.h>
#include <string.h>

enum kind { MISSING, TWICE };

static const struct pattern {
  const char *text;
  enum kind kind;
} patterns[] = {
    {"undefined reference to `", MISSING},
    {"undefined symbol: ", MISSING}, /* lld */
    {"multiple definition of `", TWICE},
    {"duplicate symbol: ", TWICE},
};

static void add(char *out, size_t size, const char *sentence) {
  size_t used = strlen(out);
  if (!strstr(out, sentence)) (void)snprintf(out + used, size - used, "%s\n", sentence);
}

static void say(enum kind kind, const char *name, const char *header, char *out, size_t size) {
  char sentence[600];
  bool plain = !strchr(name, '('); /* a name of C, as all are that the lab asks for */
  if (kind == TWICE && strcmp(name, "main") == 0)
    (void)snprintf(sentence, sizeof sentence,
                   "error: your file has a main of its own, but the kit calls your functions: take "
                   "it out (./lab lens FILE.cu runs a program with a main)");
  else if (kind == TWICE)
    (void)snprintf(sentence, sizeof sentence,
                   "error: %s is defined twice, in your file and in the kit: give yours another "
                   "name, or write static in front of it",
                   name);
  else if (plain)
    (void)snprintf(sentence, sizeof sentence,
                   "error: %s is missing: your file must define it, with this name and the "
                   "parameters that %s says",
                   name, header);
  else
    (void)snprintf(sentence, sizeof sentence,
                   "error: %s is declared and called, but nowhere defined", name);
  add(out, size, sentence);
}

bool sl_link_errors(const char *log, const char *header, char *out, size_t size) {
  out[0] = '\0';
  for (const char *line = log; *line;) {
    size_t length = strcspn(line, "\n");
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
      const char *at = strstr(line, patterns[i].text);
      if (!at || at >= line + length) continue;
      at += strlen(patterns[i].text);
      char name[256];
      (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "'\n"), at);
      say(patterns[i].kind, name, header, out, size);
    }
    line += length + (line[length] == '\n');
  }
  return out[0] != '\0';
}
