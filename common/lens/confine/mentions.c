/* mentions.c: the first pass over the file, which collects the names in it. */
#define _GNU_SOURCE
#include "mentions.h"

#include "instruction.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *need(void *memory) {
  if (memory) return memory;
  (void)fputs("lens-confine: out of memory\n", stderr);
  exit(3);
}

/* ---- the table ------------------------------------------------------------------------------- */

static size_t hash(const char *text, size_t length) {
  size_t sum = 5381;
  for (size_t i = 0; i < length; i++) sum = 33 * sum + (unsigned char)text[i];
  return sum;
}

static confine_name **slot_of(const confine_mentions *names, const char *text, size_t length) {
  for (size_t at = hash(text, length);; at++) {
    confine_name **slot = &names->slots[at & (names->capacity - 1)];
    bool same = *slot && strncmp((*slot)->text, text, length) == 0 && !(*slot)->text[length];
    if (!*slot || same) return slot;
  }
}

static void grow(confine_mentions *names) {
  confine_mentions larger = {.count = names->count, .capacity = names->capacity};
  larger.capacity = larger.capacity ? 2 * larger.capacity : 4096;
  larger.slots = need(calloc(larger.capacity, sizeof *larger.slots));
  for (size_t i = 0; i < names->capacity; i++) {
    confine_name *it = names->slots[i];
    if (it) *slot_of(&larger, it->text, strlen(it->text)) = it;
  }
  free(names->slots);
  *names = larger;
}

confine_name *lens_mentions_get(confine_mentions *names, const char *text, size_t length) {
  if (2 * names->count >= names->capacity) grow(names);
  confine_name **slot = slot_of(names, text, length);
  if (!*slot) {
    *slot = need(calloc(1, sizeof **slot));
    (*slot)->text = need(strndup(text, length));
    names->count++;
  }
  return *slot;
}

const confine_name *lens_mentions_find(const confine_mentions *names, const char *text,
                                       size_t length) {
  return names->capacity ? *slot_of(names, text, length) : NULL;
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* Names may have letters beyond ASCII. */
static bool is_of_symbol(char c) {
  bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
  return letter || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '$';
}

size_t lens_mentions_symbol_length(const char *text) {
  size_t length = 0;
  if ((*text >= '0' && *text <= '9') || *text == '$') return 0;
  while (is_of_symbol(text[length])) length++;
  return length;
}

typedef enum where { CODE, DATA, EXCEPTIONS, IGNORED } where;

static where section_of(const char *name) {
  if (strncmp(name, ".text", 5) == 0) return CODE;
  if (strncmp(name, ".gcc_except_table", 17) == 0) return EXCEPTIONS;
  bool data = strncmp(name, ".data", 5) == 0 || strncmp(name, ".rodata", 7) == 0 ||
              strncmp(name, ".bss", 4) == 0 || strncmp(name, ".tdata", 6) == 0 ||
              strncmp(name, ".tbss", 5) == 0 || strncmp(name, ".init_array", 11) == 0;
  return data ? DATA : IGNORED;
}

/* Records how each symbol in the text is used. Labels of the compiler begin with .L. */
static void note_symbols(confine_mentions *names, const char *text, bool meets, bool target,
                         bool lands) {
  for (const char *c = text; *c && *c != '\n';) {
    bool number = *c >= '0' && *c <= '9';
    size_t length = *c == '%' || number ? strcspn(c + 1, "+-,() \n") + 1 : 0;
    if (length) { /* a register, or a number such as 0x3f */
      c += length;
      continue;
    }
    length = lens_mentions_symbol_length(c);
    if (!length) {
      c++;
      continue;
    }
    confine_name *it = lens_mentions_get(names, c, length);
    it->meets |= meets;
    it->target |= target;
    it->lands |= lands && c == text; /* ".L9-.LFB3": the first one */
    it->referenced |= target;
    c += length;
    if (*c == '@') c += strcspn(c, "(,- \n");
  }
}

static void read_directive(confine_mentions *names, const char *text, where place) {
  size_t word = strcspn(text, "\t ");
  const char *name = text + word + strspn(text + word, "\t ");
  size_t length = lens_mentions_symbol_length(name);
  const char *rest = name + length + strspn(name + length, ", ");
  bool sized = strncmp(text, ".size", 5) == 0 || strncmp(text, ".comm", 5) == 0;
  if (strncmp(text, ".type", 5) == 0 && strncmp(rest, "@f", 2) == 0) {
    lens_mentions_get(names, name, length)->function = true;
  } else if (sized && *rest >= '0' && *rest <= '9') {
    lens_mentions_get(names, name, length)->size = strtol(rest, NULL, 10);
  } else if (place == DATA &&
             (strncmp(text, ".quad\t", 6) == 0 || strncmp(text, ".long\t", 6) == 0)) {
    note_symbols(names, text + 6, true, true, false);
  } else if (place == EXCEPTIONS && strncmp(text, ".uleb128 ", 9) == 0) {
    note_symbols(names, text + 9, true, false, true);
  }
}

static void read_instruction(confine_mentions *names, const char *text) {
  confine_instruction it;
  if (!lens_instruction_read(text, &it)) return;
  bool goes = it.kind == CONFINE_JUMPS || it.kind == CONFINE_BRANCHES;
  for (int i = 0; i < it.count; i++) {
    bool target = !goes && it.kind != CONFINE_CALLS;
    note_symbols(names, it.operand[i] + (it.operand[i][0] == '*'), goes, target, false);
  }
}

static where change_section(const char *text, where place, where *before) {
  if (strncmp(text, ".previous", 9) == 0) {
    where back = *before;
    *before = place;
    return back;
  }
  where next = place;
  if (strncmp(text, ".text", 5) == 0)
    next = CODE;
  else if (strncmp(text, ".data", 5) == 0 || strncmp(text, ".bss", 4) == 0)
    next = DATA;
  else if (strncmp(text, ".section", 8) == 0)
    next = section_of(text + 8 + strspn(text + 8, "\t "));
  else
    return place;
  *before = place;
  return next;
}

void lens_mentions_read(confine_mentions *names, char *const *lines, size_t count) {
  where place = CODE, before = CODE;
  for (size_t i = 0; i < count; i++) {
    const char *text = lines[i] + strspn(lines[i], " \t");
    size_t length = lens_mentions_symbol_length(text);
    if (length && text[length] == ':') {
      if (place == CODE) lens_mentions_get(names, text, length)->code = true;
    } else if (*text == '.') {
      place = change_section(text, place, &before);
      read_directive(names, text, place);
    } else if (place == CODE && *text && *text != '#') {
      read_instruction(names, text);
    }
  }
}
