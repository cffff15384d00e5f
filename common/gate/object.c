/* object.c: checks the object file of a submission. */
#include "gate/object.h"

#include "base/memory.h"
#include "gate/calls.h"
#include "gate/elf.h"

#include <ctype.h>
#include <elf.h>
#include <stdio.h>
#include <string.h>

/* Data that the checks share. */
typedef struct object_look {
  sl_elf elf;
  const sl_tokens *source;
  sl_refusals *out;
  bool nvcc;         /* nvcc made the object, for a GPU */
  size_t early_ends; /* number of destructors registered before main */
} object_look;

/* ---- names ----------------------------------------------------------------------------------- */

/* Whether the source calls the name at `i`, rather than declares or defines it. */
static bool is_called(const sl_tokens *source, size_t i) {
  if (i == 0 || sl_token_is(source, i - 1, "*") || sl_token_is(source, i - 1, "&")) return false;
  return source->all[i - 1].kind != SL_TOKEN_WORD || sl_token_is(source, i - 1, "return") ||
         sl_token_is(source, i - 1, "else") || sl_token_is(source, i - 1, "do");
}

/* Returns the line where the source defines or calls `name`; if there is none, the line where
 * `name` first occurs; otherwise 0. */
static int line_of_word(const sl_tokens *source, const char *name, size_t length, bool defined) {
  int any = 0;
  for (size_t i = 0; i < source->count; i++) {
    const sl_token *word = &source->all[i];
    if (word->length != length || memcmp(word->text, name, length) != 0) continue;
    if (sl_token_is(source, i + 1, "(") && is_called(source, i) != defined) return word->line;
    if (!any) any = word->line;
  }
  return any;
}

/* Returns the line of a C name. Compilers replace some calls of printf by puts. */
static int line_of_plain(const sl_tokens *source, const char *symbol, bool defined) {
  static const char *const written[][2] = {
      {"puts", "printf"}, {"putchar", "printf"}, {"fwrite", "fprintf"}, {"fputc", "fprintf"}};
  int line = line_of_word(source, symbol, strlen(symbol), defined);
  for (size_t i = 0; !line && i < sizeof written / sizeof *written; i++) {
    const char *other = written[i][1];
    if (strcmp(symbol, written[i][0]) != 0) continue;
    line = line_of_word(source, other, strlen(other), defined);
  }
  return line;
}

/* Returns the line of a symbol. A mangled name contains its parts as <length><name>. */
static int line_of_symbol(const object_look *l, const char *symbol, bool defined) {
  if (!l->source) return 0;
  if (strncmp(symbol, "_Zn", 3) == 0 || strncmp(symbol, "_Zd", 3) == 0) {
    const char *word = symbol[2] == 'n' ? "new" : "delete";
    return line_of_word(l->source, word, strlen(word), defined);
  }
  if (strncmp(symbol, "_Z", 2) != 0) return line_of_plain(l->source, symbol, defined);
  int line = 0;
  for (const char *c = symbol; *c && !line;) {
    size_t length = 0;
    if (!isdigit((unsigned char)*c)) {
      c++;
      continue;
    }
    for (; isdigit((unsigned char)*c) && length < 1000; c++)
      length = 10 * length + (size_t)(*c - '0');
    if (length == 0 || length > strlen(c)) continue;
    line = line_of_word(l->source, c, length, defined);
    if (length < strlen(c) || line)
      c += length;
    else
      break;
  }
  return line;
}

static void refuse(const object_look *l, const char *symbol, bool defined, const char *reason) {
  if (l->out->more) return; /* there may be a million refusals */
  int line = line_of_symbol(l, symbol, defined);
  sl_refusal_add(l->out, line, symbol, strlen(symbol), reason);
}

static void refuse_object(const object_look *l, const char *what, const char *reason) {
  sl_refusal_add(l->out, 0, what, strlen(what), reason);
}

/* ---- symbols --------------------------------------------------------------------------------- */

/* Whether nvcc added the symbol to register kernels; it is not in the source. */
static bool is_of_nvcc(const object_look *l, const char *name) {
  return l->nvcc && (strncmp(name, "__cuda", 6) == 0 || strcmp(name, "atexit") == 0);
}

static void check_undefined(const object_look *l, const char *name) {
  if (sl_call_is_allowed(name) || is_of_nvcc(l, name)) return;
  bool mangled = strncmp(name, "_Z", 2) == 0;
  refuse(l, name, false,
         mangled ? "It is not defined here, and a submission may not call it. The allowed parts of "
                   "the C++ library are containers, algorithms, strings, exceptions, and output to "
                   "std::cout, std::cerr and std::ostringstream; define it, or remove the call."
                 : "A submission may only call functions of C and C++ that compute or print, and "
                   "CUDA's runtime; remove it.");
}

static void check_symbols(const object_look *l) {
  for (size_t i = 1; i < l->elf.num_symbols; i++) {
    sl_elf_symbol symbol = sl_elf_get_symbol(&l->elf, i);
    if (symbol.type == STT_GNU_IFUNC) {
      refuse(l, symbol.name, true,
             "The choice of the function would run before main; call one function directly.");
    }
    if (symbol.bind == STB_LOCAL) continue;
    if (symbol.section == SHN_UNDEF) {
      check_undefined(l, symbol.name);
      continue;
    }
    const char *reason = sl_call_definition_refusal(symbol.name, symbol.bind != STB_GLOBAL);
    if (symbol.type == STT_OBJECT && sl_call_is_free_for_variables(symbol.name)) reason = NULL;
    if (symbol.section == SHN_ABS) reason = "The program cannot contain it; remove it.";
    if (reason) refuse(l, symbol.name, true, reason);
  }
}

/* ---- sections -------------------------------------------------------------------------------- */

static bool begins(const char *text, const char *with) {
  return strncmp(text, with, strlen(with)) == 0;
}

static bool is_usual(const object_look *l, const sl_elf_section *section) {
  static const char *const usual[] = {".text",
                                      ".data",
                                      ".bss",
                                      ".rodata",
                                      ".rela.",
                                      ".group",
                                      ".gcc_except_table",
                                      ".eh_frame",
                                      ".symtab",
                                      ".strtab",
                                      ".shstrtab",
                                      ".comment",
                                      ".note",
                                      ".debug_",
                                      ".tbss",
                                      ".tdata",
                                      ".init_array",
                                      "lens_targets",
                                      ".relalens_targets",
                                      "lens_labels",
                                      ".relalens_labels",
                                      ".llvm_addrsig"};
  if (section->type == SHT_NULL) return true;
  if (l->nvcc && (begins(section->name, ".nv") || begins(section->name, "__nv"))) return true;
  for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
    if (begins(section->name, usual[i])) return true;
  }
  return false;
}

static void check_sections(const object_look *l) {
  for (size_t i = 1; i < l->elf.num_sections; i++) {
    sl_elf_section section = sl_elf_get_section(&l->elf, i);
    bool array = section.type == SHT_PREINIT_ARRAY || section.type == SHT_FINI_ARRAY;
    bool odd = (section.type == SHT_INIT_ARRAY) != begins(section.name, ".init_array");
    bool written = (section.flags & SHF_WRITE) && (section.flags & SHF_EXECINSTR);
    if (!is_usual(l, &section) || array || odd || written) {
      refuse_object(
          l, section.name,
          "The program of a lab never needs such a section; remove the code that creates it.");
    }
  }
  if (l->elf.has_long_table) {
    refuse_object(l, "too many sections",
                  "The compiled file is far larger than a lab needs; shorten the source.");
  }
}

/* ---- code that runs before main -------------------------------------------------------------- */

/* Finds a function by its section and place. False: no function begins there. */
static bool find_function(const object_look *l, unsigned section, uint64_t place,
                          sl_elf_symbol *out) {
  for (size_t i = 1; i < l->elf.num_symbols; i++) {
    *out = sl_elf_get_symbol(&l->elf, i);
    if (out->type == STT_FUNC && out->section == section && out->value == place) return true;
  }
  return false;
}

/* Returns the target of a relocation: a function, or the symbol itself. A call is relative to the
 * end of its four bytes, so its addend is 4 less. */
static sl_elf_symbol target_of(const object_look *l, const sl_elf_relocation *r, bool of_call) {
  sl_elf_symbol symbol = sl_elf_get_symbol(&l->elf, r->symbol), found;
  uint64_t place = symbol.value + (uint64_t)r->addend + (of_call ? 4 : 0);
  if (symbol.type == STT_SECTION && find_function(l, symbol.section, place, &found)) return found;
  return symbol;
}

static const char early_reason[] =
    "The initialiser of a global variable would call this before main; initialise it with a "
    "constant, or define the variable in the function that uses it.";

static void check_early_call(const object_look *l, const char *name) {
  if (!sl_call_starts_early(name)) refuse(l, name, false, early_reason);
}

static bool is_call(const sl_elf_section *code, const object_look *l, const sl_elf_relocation *r) {
  if (l->elf.machine != EM_X86_64)
    return r->type == R_AARCH64_CALL26 || r->type == R_AARCH64_JUMP26;
  if (r->offset < 1 || r->offset > code->size) return false;
  const unsigned char *at = l->elf.bytes + code->offset + r->offset;
  if (at[-1] == 0xe8 || at[-1] == 0xe9) return true;
  return r->offset > 1 && at[-2] == 0xff && (at[-1] == 0x15 || at[-1] == 0x25);
}

/* Checks the calls inside of a section. They need no relocation, so every offset that leads to the
 * beginning of a function counts as a call. */
static void check_near_calls(const object_look *l, const sl_elf_section *code,
                             const sl_elf_symbol *early) {
  if (l->elf.machine != EM_X86_64) return;
  const unsigned char *bytes = l->elf.bytes + code->offset;
  for (uint64_t at = early->value; at + 5 <= early->value + early->size; at++) {
    int32_t distance;
    sl_elf_symbol called;
    if (bytes[at] != 0xe8 && bytes[at] != 0xe9) continue;
    memcpy(&distance, bytes + at + 1, sizeof distance);
    uint64_t place = at + 5 + (uint64_t)(int64_t)distance;
    if (distance != 0 && find_function(l, early->section, place, &called)) {
      check_early_call(l, called.name);
    }
  }
}

static void check_early_function(object_look *l, const sl_elf_symbol *early) {
  sl_elf_section code = sl_elf_get_section(&l->elf, early->section);
  bool inside = code.type == SHT_PROGBITS && early->value <= code.size &&
                early->size <= code.size - early->value;
  if (!inside) {
    refuse(l, early->name, true, "It runs before main, but its code was not found; remove it.");
    return;
  }
  for (size_t i = 1; i < l->elf.num_sections; i++) {
    sl_elf_section section = sl_elf_get_section(&l->elf, i);
    if (section.type != SHT_RELA || section.info != early->section) continue;
    for (size_t j = 0; j < sl_elf_num_relocations(&section); j++) {
      sl_elf_relocation r = sl_elf_get_relocation(&l->elf, &section, j);
      if (r.offset < early->value || r.offset >= early->value + early->size) continue;
      bool call = is_call(&code, l, &r);
      sl_elf_symbol symbol = target_of(l, &r, true);
      if (strcmp(symbol.name, "__cxa_atexit") == 0) l->early_ends++;
      if (call && symbol.type != STT_OBJECT) check_early_call(l, symbol.name);
    }
  }
  check_near_calls(l, &code, early);
}

/* Checks that each entry has a relocation, which names a function. */
static void check_entries(const object_look *l, size_t array) {
  sl_elf_section section = sl_elf_get_section(&l->elf, array);
  size_t named = 0;
  for (size_t i = 1; i < l->elf.num_sections; i++) {
    sl_elf_section of = sl_elf_get_section(&l->elf, i);
    if (of.type == SHT_RELA && of.info == array) named += sl_elf_num_relocations(&of);
  }
  if (named == section.size / sizeof(uint64_t)) return;
  refuse_object(l, section.name, "It runs a function without a name before main; remove it.");
}

static void check_entry(const object_look *l, const sl_elf_relocation *r, const char *array) {
  sl_elf_symbol early = target_of(l, r, false);
  if (sl_call_is_initialiser(early.name)) return;
  if (l->nvcc && strcmp(early.name, "_ZL24__sti____cudaRegisterAllv") == 0) return;
  refuse(l, early.name[0] ? early.name : array, true,
         "It would run before main; call it from the lab's function.");
}

/* Checks that only initialisers of variables run before main. */
static void check_arrays(const object_look *l) {
  for (size_t i = 1; i < l->elf.num_sections; i++) {
    sl_elf_section section = sl_elf_get_section(&l->elf, i);
    if (section.type == SHT_INIT_ARRAY) check_entries(l, i);
    if (section.type != SHT_RELA) continue;
    sl_elf_section array = sl_elf_get_section(&l->elf, section.info);
    for (size_t j = 0; array.type == SHT_INIT_ARRAY && j < sl_elf_num_relocations(&section); j++) {
      sl_elf_relocation r = sl_elf_get_relocation(&l->elf, &section, j);
      check_entry(l, &r, array.name);
    }
  }
}

static void check_early(object_look *l) {
  for (size_t i = 1; i < l->elf.num_symbols; i++) {
    sl_elf_symbol symbol = sl_elf_get_symbol(&l->elf, i);
    bool defined = symbol.type == STT_FUNC && symbol.section < l->elf.num_sections;
    if (defined && sl_call_is_initialiser(symbol.name)) check_early_function(l, &symbol);
  }
  check_arrays(l);
}

/* Checks exit functions: nvcc registers one, and code that only nvcc compiles must not register
 * more. */
static void check_ends_of_nvcc(const object_look *l) {
  size_t registered = 0;
  for (size_t i = 1; i < l->elf.num_sections; i++) {
    sl_elf_section section = sl_elf_get_section(&l->elf, i);
    if (section.type != SHT_RELA || begins(section.name, ".rela.debug")) continue;
    for (size_t j = 0; j < sl_elf_num_relocations(&section); j++) {
      sl_elf_relocation r = sl_elf_get_relocation(&l->elf, &section, j);
      registered += strcmp(sl_elf_get_symbol(&l->elf, r.symbol).name, "atexit") == 0;
    }
  }
  if (registered > 1)
    refuse(l, "atexit", false, "No code of a submission may run when the program ends.");
}

/* Checks registered destructors, because these run after the worker has sent everything. The C++
 * headers register one. */
static void check_ends(const object_look *l) {
  size_t registered = 0, standard = 0;
  for (size_t i = 1; i < l->elf.num_sections; i++) {
    sl_elf_section section = sl_elf_get_section(&l->elf, i);
    if (section.type != SHT_RELA || begins(section.name, ".rela.debug") ||
        begins(section.name, ".rela.eh_frame")) {
      continue;
    }
    for (size_t j = 0; j < sl_elf_num_relocations(&section); j++) {
      sl_elf_relocation r = sl_elf_get_relocation(&l->elf, &section, j);
      const char *name = sl_elf_get_symbol(&l->elf, r.symbol).name;
      registered += strcmp(name, "__cxa_atexit") == 0;
      standard += strcmp(name, "_ZNSt8ios_base4InitD1Ev") == 0;
    }
  }
  if (registered == l->early_ends && registered <= standard) return;
  refuse_object(l, "a static object with a destructor",
                "Its destructor would run when the program ends; define it inside a function, or "
                "use a plain array.");
}

static bool is_made_by_nvcc(const object_look *l) {
  for (size_t i = 1; i < l->elf.num_sections; i++) {
    if (strcmp(sl_elf_get_section(&l->elf, i).name, ".nv_fatbin") == 0) return true;
  }
  return false;
}

static bool is_confined(const object_look *l) {
  for (size_t i = 1; i < l->elf.num_symbols; i++) {
    sl_elf_symbol symbol = sl_elf_get_symbol(&l->elf, i);
    if (symbol.section == SHN_UNDEF && strcmp(symbol.name, "lens_confine_enter") == 0) return true;
  }
  return false;
}

sl_status sl_gate_object(const unsigned char *bytes, size_t size, const sl_tokens *source,
                         sl_refusals *out) {
  object_look l = {.source = source && source->count ? source : NULL, .out = out};
  const char *wrong =
      size > SL_OBJECT_MOST_BYTES ? "it is larger than 16 MiB" : sl_elf_open(bytes, size, &l.elf);
  if (wrong) {
    char reason[200];
    (void)snprintf(reason, sizeof reason, "It cannot be checked: %s; use shorter and simpler code.",
                   wrong);
    refuse_object(&l, "the compiled object", reason);
    return SL_OK;
  }
  l.nvcc = is_made_by_nvcc(&l);
  check_sections(&l);
  check_symbols(&l);
  if (l.nvcc) {
    check_arrays(&l);
    check_ends_of_nvcc(&l);
  } else if (!is_confined(
                 &l)) { /* otherwise code before main is confined, and nothing runs at the end */
    check_early(&l);
    check_ends(&l);
  }
  sl_refusals_sort(out);
  return SL_OK;
}
