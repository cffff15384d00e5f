/* confine_library.c: checks an object of the program before a library function gets it: the
 * function must store only to the program's own memory, and call only allowed functions. The
 * objects have the layout of GNU's C++ library for x86-64. */
#define _GNU_SOURCE
#include "confine.h"

#include "stores.h"

#include <dlfcn.h>
#include <string.h>

enum { MOST_LENGTH_BITS = 40, MOST_HEIGHT = 128, NEAR = 3 };

/* Data that the checks share. */
typedef struct library_look {
  const uintptr_t *arguments;
  uintptr_t place;
} library_look;

static void require(const library_look *l, bool right) {
  if (right) return;
  lens_confine_refuse(
      LENS_HOST_POINTER,
      "a function of the C++ library would write to memory that is not a variable of the program, "
      "was not allocated by it, and is not one of its input or output arrays",
      l->place);
}

static void require_own(const library_look *l, uintptr_t address, size_t bytes) {
  lens_confine_above((const void *)address, bytes, l->place);
  require(l, lens_stores_has(address, bytes));
}

static uintptr_t word(uintptr_t address) {
  uintptr_t value;
  memcpy(&value, (const void *)address, sizeof value);
  return value;
}

/* ---- strings --------------------------------------------------------------------------------- */

enum { STRING_BYTES = 32, STRING_LENGTH = 8, STRING_LOCAL = 16, LOCAL_ROOM = 15 };

/* Checks a string and returns its length. */
static size_t look_at_string(const library_look *l, uintptr_t string, bool empty) {
  require_own(l, string, STRING_BYTES);
  uintptr_t buffer = word(string);
  size_t length = word(string + STRING_LENGTH);
  bool local = buffer == string + STRING_LOCAL;
  size_t room = local ? LOCAL_ROOM : word(string + STRING_LOCAL);
  require(l, room >> MOST_LENGTH_BITS == 0);
  if (empty) {
    require(l, local);
    return 0;
  }
  require(l, length <= room);
  require_own(l, buffer, room + 1);
  return length;
}

static void look_at_part(const library_look *l) {
  size_t length = look_at_string(l, l->arguments[0], false);
  size_t start = l->arguments[1], bytes = l->arguments[2];
  require(l, start <= length && bytes <= length - start);
}

static void look_at_copy(const library_look *l) {
  size_t length = word(l->arguments[0] + STRING_LENGTH), bytes = l->arguments[2];
  require_own(l, l->arguments[1], bytes < length ? bytes : length);
}

/* ---- trees and lists ------------------------------------------------------------------------ */

enum { TREE_NODE = 32, TREE_PARENT = 8, TREE_LEFT = 16, TREE_RIGHT = 24 };

static void look_below(const library_look *l, uintptr_t node, int depth) {
  if (!node) return;
  require_own(l, node, TREE_NODE);
  if (depth == 0) return;
  look_below(l, word(node + TREE_LEFT), depth - 1);
  look_below(l, word(node + TREE_RIGHT), depth - 1);
}

/* Checks everything that balancing may touch on its way from a node to the root. */
static void look_upwards(const library_look *l, uintptr_t node, uintptr_t header) {
  for (int steps = 0; node; steps++) {
    require(l, steps < MOST_HEIGHT);
    look_below(l, node, NEAR);
    if (node == header) return;
    node = word(node + TREE_PARENT);
  }
}

static void look_at_insertion(const library_look *l) {
  uintptr_t node = l->arguments[1], parent = l->arguments[2], header = l->arguments[3];
  require_own(l, node, TREE_NODE);
  require_own(l, header, TREE_NODE);
  look_upwards(l, parent, header);
}

static void look_at_erasure(const library_look *l) {
  uintptr_t node = l->arguments[0], header = l->arguments[1];
  require_own(l, header, TREE_NODE);
  uintptr_t next = node ? word(node + TREE_RIGHT) : 0; /* the node that takes its place */
  for (int steps = 0; next && word(next + TREE_LEFT); steps++) {
    require(l, steps < MOST_HEIGHT);
    require_own(l, next, TREE_NODE);
    next = word(next + TREE_LEFT);
  }
  look_upwards(l, next ? next : node, header);
  look_upwards(l, node, header);
  for (uintptr_t side = TREE_LEFT; side <= TREE_RIGHT; side += 8) { /* the new first or last node */
    uintptr_t at = node ? word(node + side) : 0;
    for (int steps = 0; at && steps < MOST_HEIGHT; steps++) {
      require_own(l, at, TREE_NODE);
      at = word(at + (side == TREE_LEFT ? TREE_RIGHT : TREE_LEFT));
    }
  }
}

enum { LIST_NODE = 16, LIST_PREVIOUS = 8 };

static void look_at_list_node(const library_look *l, uintptr_t node, bool next, bool previous) {
  require_own(l, node, LIST_NODE);
  if (next) require_own(l, word(node), LIST_NODE);
  if (previous) require_own(l, word(node + LIST_PREVIOUS), LIST_NODE);
}

static void look_at_whole_list(const library_look *l, uintptr_t head) {
  uintptr_t node = head;
  do {
    require_own(l, node, LIST_NODE);
    node = word(node);
  } while (node != head);
}

/* ---- streams -------------------------------------------------------------------------------- */

/* Distances in the base of a stream, and in an ostringstream. */
enum {
  IOS_BYTES = 264,
  IOS_CALLBACKS = 40,
  IOS_OWN_WORDS = 64,
  IOS_WORDS = 200,
  IOS_LOCALE = 208,
  IOS_TIED = 216,
  IOS_BUFFER = 232,
  IOS_CHARACTERS = 240,
  IOS_PUT = 248,
  IOS_GET = 256,
  STREAM_IOS = 8, /* of std::cout */
  STREAM_BUFFER = 8,
  BUFFER_GET = 8,
  BUFFER_PUT = 32,
  BUFFER_LOCALE = 56,
  BUFFER_STRING = 72,
  TEXT_STREAM_IOS = 112,
  TEXT_STREAM_BYTES = 376
};

static uintptr_t symbol(const char *name) {
  return (uintptr_t)dlsym(RTLD_DEFAULT, name);
}

static bool is_usual_stream(uintptr_t stream) {
  return stream && (stream == symbol("_ZSt4cout") || stream == symbol("_ZSt4cerr") ||
                    stream == symbol("_ZSt4clog"));
}

/* The base of std::cout, which a confined program cannot change. It shows what the base of an
 * intact stream contains. */
static uintptr_t usual_ios(void) {
  return symbol("_ZSt4cout") + STREAM_IOS;
}

static bool is_as_usual(uintptr_t ios, uintptr_t at) {
  return word(ios + at) == word(usual_ios() + at);
}

static void look_at_locale(const library_look *l, uintptr_t locale) {
  require(l, word(locale) == word(usual_ios() + IOS_LOCALE));
}

/* Checks the parts of a stream's base that the library uses, except the buffer. */
static void look_at_base(const library_look *l, uintptr_t ios) {
  bool usual = is_usual_stream(ios - STREAM_IOS);
  if (usual) return;
  require_own(l, ios, IOS_BYTES);
  require(l, word(ios + IOS_CALLBACKS) == 0 && word(ios + IOS_WORDS) == ios + IOS_OWN_WORDS);
  look_at_locale(l, ios + IOS_LOCALE);
}

/* Checks the pointers of the buffer, which must point into the buffer's string. */
static void look_at_places(const library_look *l, uintptr_t buffer) {
  static const char table[] = "_ZTVNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEE";
  require(l, word(buffer) == symbol(table) + 2 * sizeof(uintptr_t));
  look_at_locale(l, buffer + BUFFER_LOCALE);
  (void)look_at_string(l, buffer + BUFFER_STRING, false);
  uintptr_t text = word(buffer + BUFFER_STRING);
  bool local = text == buffer + BUFFER_STRING + STRING_LOCAL;
  size_t room = local ? LOCAL_ROOM : word(buffer + BUFFER_STRING + STRING_LOCAL);
  for (uintptr_t at = BUFFER_GET; at <= BUFFER_PUT + 16; at += 8) {
    uintptr_t place = word(buffer + at);
    require(l, place == 0 || place - text <= room);
  }
  require(l, word(buffer + BUFFER_PUT) <= word(buffer + BUFFER_PUT + 8) &&
                 word(buffer + BUFFER_PUT + 8) <= word(buffer + BUFFER_PUT + 16));
}

static void look_at_stream(const library_look *l, uintptr_t stream) {
  static const char table[] = "_ZTVNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEE";
  if (is_usual_stream(stream)) return;
  require_own(l, stream, TEXT_STREAM_BYTES);
  uintptr_t ios = stream + TEXT_STREAM_IOS;
  require(l, word(stream) == symbol(table) + 3 * sizeof(uintptr_t));
  require(l, word(ios) == symbol(table) + 8 * sizeof(uintptr_t));
  look_at_base(l, ios);
  require(l, word(ios + IOS_TIED) == 0 && word(ios + IOS_BUFFER) == stream + STREAM_BUFFER);
  require(l, is_as_usual(ios, IOS_CHARACTERS) && is_as_usual(ios, IOS_PUT) &&
                 is_as_usual(ios, IOS_GET));
  look_at_places(l, stream + STREAM_BUFFER);
}

static void look_at_buffer(const library_look *l) {
  uintptr_t buffer = l->arguments[0], string = buffer + BUFFER_STRING;
  size_t length = look_at_string(l, string, false);
  look_at_locale(l, buffer + BUFFER_LOCALE);
  require_own(l, buffer, BUFFER_STRING);
  require(l, l->arguments[1] == word(string) && l->arguments[2] <= length &&
                 l->arguments[3] <= length);
}

/* Checks a call of init, which sets a stream's default locale and releases the old locale. */
static void look_at_beginning(const library_look *l) {
  require_own(l, l->arguments[0], IOS_BYTES);
  look_at_locale(l, l->arguments[0] + IOS_LOCALE);
}

/* ---- exceptions and casts ------------------------------------------------------------------- */

enum { ERROR_BYTES = 16, ERROR_TEXT = 8, TEXT_HEAD = 24 };

/* Checks an exception with a text. The library's reference count of the text is before the text. */
static void look_at_error(const library_look *l, uintptr_t error) {
  uintptr_t text = word(error + ERROR_TEXT);
  if (lens_stores_has(error, ERROR_BYTES)) require_own(l, text - TEXT_HEAD, TEXT_HEAD);
}

static void look_at_caught(const library_look *l, uintptr_t exception) {
  require(l, !lens_stores_has(exception, 1));
  uint64_t whole;
  memcpy(&whole, (const void *)exception, sizeof whole);
  require(l, whole >> 8 == 0x474e5543432b2bu);
}

static bool is_table_of_type(uintptr_t table, const char *name) {
  uintptr_t genuine = symbol(name);
  return genuine && table == genuine + 2 * sizeof(uintptr_t);
}

/* Checks a type description generated by the compiler, and those of its bases. */
static void look_at_type(const library_look *l, uintptr_t type, int depth) {
  require(l, type && depth > 0 && !lens_stores_has(type, 1));
  uintptr_t table = word(type);
  if (is_table_of_type(table, "_ZTVN10__cxxabiv117__class_type_infoE")) return;
  if (is_table_of_type(table, "_ZTVN10__cxxabiv120__si_class_type_infoE")) {
    look_at_type(l, word(type + 16), depth - 1);
    return;
  }
  require(l, is_table_of_type(table, "_ZTVN10__cxxabiv121__vmi_class_type_infoE"));
  unsigned count;
  memcpy(&count, (const char *)type + 20, sizeof count);
  require(l, count < 64);
  for (unsigned i = 0; i < count; i++) look_at_type(l, word(type + 24 + 16 * i), depth - 1);
}

static void look_at_cast(const library_look *l) {
  uintptr_t table = word(l->arguments[0]);
  require(l, !lens_stores_has(table - 16, 1));
  look_at_type(l, word(table - 8), 16);
  look_at_type(l, l->arguments[1], 16);
  look_at_type(l, l->arguments[2], 16);
}

static void look_at_throw(const library_look *l) {
  require(l, lens_stores_is_for_now(l->arguments[0]));
}

/* ---- all contracts --------------------------------------------------------------------------- */

static void look_at_objects(enum lens_contract contract, const library_look *l) {
  uintptr_t first = l->arguments[0], second = l->arguments[1];
  switch (contract) {
  case LENS_CONTRACT_STRING:
    (void)look_at_string(l, first, false);
    return;
  case LENS_CONTRACT_STRING_PART:
    look_at_part(l);
    return;
  case LENS_CONTRACT_STRING_EMPTY:
    (void)look_at_string(l, first, true);
    return;
  case LENS_CONTRACT_STRING_COPY:
    look_at_copy(l);
    return;
  case LENS_CONTRACT_TREE_INSERT:
    look_at_insertion(l);
    return;
  case LENS_CONTRACT_TREE_ERASE:
    look_at_erasure(l);
    return;
  case LENS_CONTRACT_LIST_HOOK:
    require_own(l, first, LIST_NODE);
    look_at_list_node(l, second, false, true);
    return;
  case LENS_CONTRACT_LIST_UNHOOK:
    look_at_list_node(l, first, true, true);
    return;
  case LENS_CONTRACT_LIST_TRANSFER:
    look_at_list_node(l, first, false, true);
    look_at_list_node(l, second, false, true);
    look_at_list_node(l, l->arguments[2], false, true);
    return;
  case LENS_CONTRACT_LIST_REVERSE:
    look_at_whole_list(l, first);
    return;
  case LENS_CONTRACT_LIST_SWAP:
    look_at_list_node(l, first, true, true);
    look_at_list_node(l, second, true, true);
    return;
  default:
    break;
  }
}

static void look_at_streams(enum lens_contract contract, const library_look *l) {
  uintptr_t first = l->arguments[0];
  switch (contract) {
  case LENS_CONTRACT_STREAM:
    look_at_stream(l, first);
    return;
  case LENS_CONTRACT_STREAM_BUFFER:
    look_at_buffer(l);
    return;
  case LENS_CONTRACT_IOS_BEGIN:
    look_at_beginning(l);
    return;
  case LENS_CONTRACT_IOS:
    look_at_base(l, first);
    return;
  case LENS_CONTRACT_LOCALE:
    look_at_locale(l, first);
    return;
  case LENS_CONTRACT_CHARACTERS:
    require(l, first == word(usual_ios() + IOS_CHARACTERS));
    return;
  default:
    break;
  }
}

static void look_at_exceptions(enum lens_contract contract, const library_look *l) {
  uintptr_t first = l->arguments[0];
  switch (contract) {
  case LENS_CONTRACT_ERROR:
    look_at_error(l, first);
    return;
  case LENS_CONTRACT_ERROR_COPY:
    require_own(l, first, ERROR_BYTES);
    look_at_error(l, l->arguments[1]);
    return;
  case LENS_CONTRACT_THROW:
    look_at_throw(l);
    return;
  case LENS_CONTRACT_CAUGHT:
    look_at_caught(l, first);
    return;
  case LENS_CONTRACT_CAST:
    look_at_cast(l);
    return;
  default:
    break;
  }
}

static size_t bytes_stored(enum lens_contract contract) {
  switch (contract) {
  case LENS_CONTRACT_STORES_8:
    return 8;
  case LENS_CONTRACT_STORES_16:
    return 16;
  case LENS_CONTRACT_STORES_32:
    return 32;
  case LENS_CONTRACT_STORES_216:
    return 216;
  case LENS_CONTRACT_STORES_376:
    return 376;
  default:
    return 0;
  }
}

void lens_confine_library_call(enum lens_contract contract, const uintptr_t *arguments,
                               uintptr_t place) {
  library_look l = {arguments, place};
  if (!lens_stores.on) return;
  size_t bytes = bytes_stored(contract);
  if (bytes) require_own(&l, arguments[0], bytes);
  if (contract == LENS_CONTRACT_STORES_SECOND_8) require_own(&l, arguments[1], 8);
  look_at_objects(contract, &l);
  look_at_streams(contract, &l);
  look_at_exceptions(contract, &l);
}

/* Library functions that are called through virtual tables of its own classes. */
bool lens_confine_is_library_target(uintptr_t target) {
  static const char *const names[] = {"_ZNKSt9exception4whatEv",
                                      "_ZNKSt13runtime_error4whatEv",
                                      "_ZNKSt11logic_error4whatEv",
                                      "_ZNKSt9bad_alloc4whatEv",
                                      "_ZNKSt8bad_cast4whatEv",
                                      "_ZNKSt10bad_typeid4whatEv",
                                      "_ZNKSt20bad_array_new_length4whatEv",
                                      "_ZNKSt17bad_function_call4whatEv",
                                      "_ZNKSt5ctypeIcE8do_widenEc"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (target == symbol(names[i])) return true;
  }
  return false;
}
