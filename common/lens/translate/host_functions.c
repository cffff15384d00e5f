/* host_functions.c: library functions that run on one side only. nvcc 13.0 refuses each of them on
 * the other. */
#include "host_functions.h"

#include <string.h>

/* Functions of the C library. */
static const char *const c_library[] = {
    "rand",     "srand",        "rand_r",        "drand48", "exit",   "atexit",  "abort",
    "getenv",   "system",       "atoi",          "atol",    "atoll",  "atof",    "strtol",
    "strtoul",  "strtof",       "strtod",        "strlen",  "strcmp", "strncmp", "strcpy",
    "strncpy",  "strcat",       "strchr",        "strstr",  "strdup", "memcmp",  "memmove",
    "memchr",   "fprintf",      "scanf",         "sscanf",  "puts",   "putchar", "getchar",
    "perror",   "sprintf",      "snprintf",      "fopen",   "fclose", "fread",   "fwrite",
    "fgets",    "fflush",       "calloc",        "realloc", "qsort",  "bsearch", "time",
    "difftime", "gettimeofday", "clock_gettime", "usleep",  "sleep",  NULL};

/* Functions, objects and types of the C++ library. Constructors of these types run on the host. */
static const char *const cpp_library[] = {
    "cout",          "cerr",     "clog",       "cin",           "endl",
    "map",           "multimap", "set",        "unordered_map", "unordered_set",
    "list",          "deque",    "function",   "mt19937",       "mt19937_64",
    "random_device", "ifstream", "ofstream",   "stringstream",  "ostringstream",
    "thread",        "mutex",    "shared_ptr", "chrono",        "to_string",
    "stable_sort",   NULL};

/* The same, but only up to C++17: in C++20 they are constexpr, which nvcc accepts with an
 * option. */
static const char *const until_cpp17[] = {"vector", "string",    "sort", "accumulate", "iota",
                                          "fill",   "copy",      "swap", "reverse",    "count",
                                          "find",   "transform", NULL};

/* CUDA's device functions; a `*` at the end matches any text. */
static const char *const device_functions[] = {
    "atomicAdd*",     "atomicSub*",     "atomicExch*", "atomicMin*",  "atomicMax*",
    "atomicInc*",     "atomicDec*",     "atomicCAS*",  "atomicAnd*",  "atomicOr*",
    "atomicXor*",     "__syncthreads*", "__syncwarp",  "__shfl_*",    "__ballot_sync",
    "__any_sync",     "__all_sync",     "__match_*",   "__reduce_*",  "__activemask",
    "__threadfence*", "__ldg",          "__trap",      "__nanosleep", "__popc*",
    "__clz*",         "__ffs*",         "__brev*",     "__expf",      "__sinf",
    "__cosf",         "__logf",         "__fmaf_rn",   "__fdividef",  "__float_as_int",
    "__int_as_float", "__mul24",        "__umulhi",    "__saturatef", NULL};

static bool fits(const lens_source *source, int token, const char *name) {
  size_t fixed = strlen(name);
  const lens_token *t = &source->tokens[token];
  if (name[fixed - 1] != '*') return lens_source_is(source, token, name);
  fixed--;
  return t->length >= fixed && memcmp(t->text, name, fixed) == 0;
}

const char *lens_host_function(const lens_source *source, int token) {
  return lens_source_is_one_of(source, token, c_library)
             ? "of the C library runs on the host only, and is called in device code"
             : NULL;
}

const char *lens_host_function_of_standard(const lens_source *source, int token, bool modern) {
  bool host = lens_source_is_one_of(source, token, cpp_library) ||
              (!modern && lens_source_is_one_of(source, token, until_cpp17));
  return host ? "of the C++ library runs on the host only, and is used in device code" : NULL;
}

bool lens_host_function_is_of_device(const lens_source *source, int token) {
  for (size_t i = 0; device_functions[i]; i++) {
    if (fits(source, token, device_functions[i])) return true;
  }
  return false;
}
