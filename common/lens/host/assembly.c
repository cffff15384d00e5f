/* assembly.c: reads a compiler's output line by line. */
#define _GNU_SOURCE
#include "assembly.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- symbols -------------------------------------------------------------------------------- */

static size_t hash(const char *name, size_t length) {
  size_t sum = 14695981039346656037u;
  for (size_t i = 0; i < length; i++) sum = (sum ^ (unsigned char)name[i]) * 1099511628211u;
  return sum;
}

static void *need(void *memory) {
  if (memory) return memory;
  (void)fputs("lens-host: out of memory\n", stderr);
  exit(3);
}

static host_symbol **slot_of(const host_symbols *symbols, const char *name, size_t length) {
  size_t at = hash(name, length) & (symbols->capacity - 1);
  for (;; at = (at + 1) & (symbols->capacity - 1)) {
    host_symbol *it = symbols->slots[at];
    bool same = it && strncmp(it->name, name, length) == 0 && it->name[length] == '\0';
    if (!it || same) return &symbols->slots[at];
  }
}

static void grow(host_symbols *symbols) {
  host_symbols larger = {.count = symbols->count};
  larger.capacity = symbols->capacity ? 2 * symbols->capacity : 1024;
  larger.slots = need(calloc(larger.capacity, sizeof *larger.slots));
  for (size_t i = 0; i < symbols->capacity; i++) {
    host_symbol *it = symbols->slots[i];
    if (it) *slot_of(&larger, it->name, strlen(it->name)) = it;
  }
  free(symbols->slots);
  *symbols = larger;
}

host_symbol *lens_assembly_symbol(host_symbols *symbols, const char *name, size_t length) {
  if (2 * symbols->count >= symbols->capacity) grow(symbols);
  host_symbol **slot = slot_of(symbols, name, length);
  if (!*slot) {
    *slot = need(calloc(1, sizeof **slot));
    (*slot)->name = need(strndup(name, length));
    (*slot)->side[0].size = (*slot)->side[1].size = -1;
    symbols->count++;
  }
  return *slot;
}

/* ---- lines ---------------------------------------------------------------------------------- */

static bool in_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '$';
}

host_line lens_assembly_line(const char *line) {
  host_line it = {.operands = ""};
  size_t length = 0;
  while (in_name(line[length])) length++;
  if (length && line[length] == ':') {
    it.label = line;
    it.label_length = length;
    return it;
  }
  line += strspn(line, " \t");
  length = strcspn(line, " \t#");
  if (length == 0) return it;
  it.word = line;
  it.word_length = length;
  it.operands = line + length + strspn(line + length, " \t");
  return it;
}

bool lens_assembly_line_is(const host_line *line, const char *word) {
  return line->word && strlen(word) == line->word_length &&
         memcmp(line->word, word, line->word_length) == 0;
}

bool lens_assembly_line_branches(const host_line *line) {
  if (!line->word || line->operands[0] == '*') return false;
  return line->word[0] == 'j' || (line->word_length >= 4 && memcmp(line->word, "call", 4) == 0);
}

bool lens_assembly_line_has_symbols(const host_line *line) {
  static const char *const without[] = {
      ".string", ".ascii", ".asciz",   ".base64",          ".file",
      ".loc",    ".ident", ".section", ".cfi_personality", ".cfi_lsda"};
  for (size_t i = 0; i < sizeof without / sizeof *without; i++) {
    if (lens_assembly_line_is(line, without[i])) return false;
  }
  return line->word != NULL;
}

bool lens_assembly_next_name(const char **at, const char **name, size_t *length) {
  const char *c = *at;
  while (*c && *c != '#') {
    size_t here = 0;
    bool named = *c == '%' || *c == '@'; /* the name of a register, or of a relocation */
    if (named) c++;
    while (in_name(c[here])) here++;
    bool number = (*c >= '0' && *c <= '9') || *c == '$';
    if (here && number && *c == '$') { /* an immediate value: a symbol may follow the `$` */
      c++;
      continue;
    }
    if (here && !named && !number && !(here == 1 && *c == '.')) {
      *name = c;
      *length = here;
      *at = c + here;
      return true;
    }
    c += here ? here : !named;
  }
  return false;
}

bool lens_assembly_is_private(const char *name) {
  bool number = name[0] >= '0' && name[0] <= '9'; /* a local label, to which 1f and 1b refer */
  return number || (name[0] == '.' && name[1] == 'L');
}

/* ---- sections ------------------------------------------------------------------------------- */

static bool begins(const char *text, const char *with) {
  return strncmp(text, with, strlen(with)) == 0;
}

static host_section_kind kind_of(const char *name, const char *flags) {
  static const char *const constants[] = {".rodata", ".data.rel.ro"};
  static const char *const start[] = {".init_array", ".fini_array", ".preinit_array", ".ctors",
                                      ".dtors"};
  for (size_t i = 0; i < sizeof start / sizeof *start; i++) {
    if (begins(name, start[i])) return HOST_START;
  }
  if (begins(name, ".text") || strchr(flags, 'x')) return HOST_CODE;
  for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
    if (begins(name, constants[i])) return HOST_CONSTANTS;
  }
  if (begins(name, ".gcc_except_table") || begins(name, ".debug") || !strchr(flags, 'a')) {
    return HOST_OTHER;
  }
  return strchr(flags, 'w') ? HOST_VARIABLES : HOST_CONSTANTS;
}

/* `.section NAME,"FLAGS",@TYPE,SIZE,GROUP,comdat`, in which everything from the flags on may be
 * missing */
static void follow_section(host_section *section, const char *operands) {
  char text[4096], *rest = text, *name, *flags, *field, *last = NULL, *group = NULL;
  (void)snprintf(text, sizeof text, "%s", operands);
  name = strsep(&rest, ",");
  flags = rest ? strsep(&rest, ",") : NULL;
  while (rest && (field = strsep(&rest, ","))) {
    if (begins(field, "comdat")) group = last;
    last = field;
  }
  bool known = begins(name, ".text") || begins(name, ".data") || begins(name, ".bss");
  *section = (host_section){.kind = kind_of(name, flags ? flags : known ? "aw" : "")};
  section->grouped = group != NULL;
  (void)snprintf(section->group, sizeof section->group, "%s", group ? group : "");
}

bool lens_assembly_follow_section(host_section *section, const host_line *line) {
  static const char *const bare[] = {".text", ".data", ".bss"};
  if (lens_assembly_line_is(line, ".section")) {
    follow_section(section, line->operands);
    return true;
  }
  for (size_t i = 0; i < sizeof bare / sizeof *bare; i++) {
    if (!lens_assembly_line_is(line, bare[i])) continue;
    *section = (host_section){.kind = kind_of(bare[i], "aw")};
    return true;
  }
  return false;
}

/* ---- collecting symbols --------------------------------------------------------------------- */

static void define(host_symbol *symbol, int side, const host_section *section) {
  host_side *it = &symbol->side[side];
  it->defined = true;
  it->section = section->kind;
  it->grouped = section->grouped;
}

/* Collects a variable from `.comm name,size,alignment`, in any section. */
static void gather_common(host_symbol *symbol, int side, const char *rest) {
  host_section variables = {.kind = HOST_VARIABLES};
  define(symbol, side, &variables);
  symbol->side[side].size = strtol(rest + strspn(rest, ", \t"), NULL, 10);
}

/* Collects `.set name, other` and similar directives: both names mean the same. */
static void gather_alias(host_symbols *symbols, host_symbol *symbol, int side, const char *at) {
  const char *name;
  size_t length;
  if (!lens_assembly_next_name(&at, &name, &length)) return;
  const host_side *other = &lens_assembly_symbol(symbols, name, length)->side[side];
  host_side *it = &symbol->side[side];
  it->defined = other->defined;
  it->section = other->section;
  it->grouped = other->grouped;
  it->size = other->size;
  it->function |= other->function;
}

/* Collects what a directive says about a symbol. False if the line is something else. */
static bool gather_directive(host_symbols *symbols, int side, const host_line *line) {
  static const char *const about[] = {".globl",       ".global",  ".weak",      ".type",
                                      ".size",        ".local",   ".comm",      ".lcomm",
                                      ".set",         ".hidden",  ".protected", ".internal",
                                      ".addrsig_sym", ".weakref", ".symver"};
  bool found = false;
  for (size_t i = 0; i < sizeof about / sizeof *about; i++)
    found |= lens_assembly_line_is(line, about[i]);
  const char *at = line->operands, *name;
  size_t length;
  if (!found || !lens_assembly_next_name(&at, &name, &length)) return found;
  host_symbol *symbol = lens_assembly_symbol(symbols, name, length);
  host_side *it = &symbol->side[side];
  if (lens_assembly_line_is(line, ".globl") || lens_assembly_line_is(line, ".global") ||
      lens_assembly_line_is(line, ".weak")) {
    it->global = true;
  } else if (lens_assembly_line_is(line, ".type")) {
    it->function = strstr(at, "@function") != NULL;
  } else if (lens_assembly_line_is(line, ".size")) {
    char *end;
    long size = strtol(at + strspn(at, ", \t"), &end, 10);
    if (*end == '\0') it->size = size;
  } else if (lens_assembly_line_is(line, ".comm") || lens_assembly_line_is(line, ".lcomm")) {
    gather_common(symbol, side, at);
  } else if (lens_assembly_line_is(line, ".set")) {
    gather_alias(symbols, symbol, side, at);
  }
  return true;
}

static void gather_uses(host_symbols *symbols, int side, const host_line *line) {
  const char *at = line->operands, *name;
  size_t length;
  if (lens_assembly_line_branches(line) || !lens_assembly_line_has_symbols(line)) return;
  while (lens_assembly_next_name(&at, &name, &length)) {
    if (!lens_assembly_is_private(name)) {
      lens_assembly_symbol(symbols, name, length)->side[side].address_taken = true;
    }
  }
}

const char *lens_assembly_gather(host_symbols *symbols, int side, char *const lines[],
                                 size_t count) {
  host_section section = {.kind = HOST_CODE};
  for (size_t i = 0; i < count; i++) {
    host_line line = lens_assembly_line(lines[i]);
    if (line.label) {
      if (lens_assembly_is_private(line.label)) continue;
      define(lens_assembly_symbol(symbols, line.label, line.label_length), side, &section);
    } else if (lens_assembly_line_is(&line, ".pushsection") ||
               lens_assembly_line_is(&line, ".previous") ||
               lens_assembly_line_is(&line, ".subsection") ||
               lens_assembly_line_is(&line, ".macro")) {
      return "it changes sections with inline assembly";
    } else if (lens_assembly_follow_section(&section, &line)) {
      if (side == HOST_PLAIN && section.grouped && section.kind == HOST_CODE) {
        lens_assembly_symbol(symbols, section.group, strlen(section.group))->groups = true;
      }
    } else if (!gather_directive(symbols, side, &line) && section.kind != HOST_OTHER) {
      gather_uses(symbols, side, &line);
    }
  }
  return NULL;
}
