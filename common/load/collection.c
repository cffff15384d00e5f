/* collection.c: finds matrices of the SuiteSparse Matrix Collection on this machine by name. */
#define _GNU_SOURCE
#include "load/collection.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const sl_collected sl_collection[] = {
    /* matrices of the project on transposition, in handout 05 */
    {"HB", "1138_bus", "power network", NULL},
    {"NYPA", "Maragal_3", "least squares, some rows long", NULL},
    {"Luong", "photogrammetry", "least squares", NULL},
    {"TKK", "plbuckle", "structure", NULL},
    {"HB", "bcsstk17", "structure", NULL},
    {"Oberwolfach", "filter2D", "optical filter", NULL},
    {"PARSEC", "SiH4", "quantum chemistry", NULL},
    {"GHS_indef", "linverse", "approximate inverse", NULL},
    {"Oberwolfach", "t2dah_a", "micro thruster", NULL},
    {"Boeing", "bcsstk35", "structure", NULL},
    /* matrices of kinds that the benchmark generates */
    {"Williams", "mc2depi", "epidemiology", "8c8633eada6455c1784269b213c85ea6"},
    {"Williams", "webbase-1M", "web, rows of power-law lengths",
     "2d4c239daad6f12d66a1e6a2af44cbdb"},
    {"Boeing", "pwtk", "wind tunnel, blocks of 6", NULL},
    {"Mittelmann", "rail4284", "railway planning, very long rows", NULL},
    {"MAWI", "mawi_201512012345", "traffic, a few rows of millions", NULL},
    {"DIMACS10", "road_usa", "road network", NULL},
    /* other matrices on which papers measure SpMV, if their checksums are known */
    {"Williams", "mac_econ_fwd500", "economy", "f1b0e56fbb75d1d6862874e3d7d33060"},
    {"Hamm", "scircuit", "circuit", "3e62f7ea83914f7e20019aefb2a5176f"},
    {"Bova", "rma10", "Charleston harbour, 3-D", "a899a0c48b9a58d081c52ffd88a84955"},
    {"DNVS", "shipsec1", "ship section", "73372e7d6a0848f8b19d64a924fab73e"},
    {"Sandia", "ASIC_320k", "circuit, a few dense rows", "fcfaf8a25c8f49b8d29f138f3c65c08f"},
    {"SNAP", "amazon0312", "products bought together", "f567e5f5029d052e3004bc69bb3f13f5"},
};
const size_t sl_collection_size = sizeof sl_collection / sizeof *sl_collection;

static const char ending[] = ".tar.gz";

const sl_collected *sl_collection_find(const char *spec) {
  char full[2 * SL_COLLECTION_NAME];
  for (size_t i = 0; i < sl_collection_size; i++) {
    const sl_collected *row = &sl_collection[i];
    (void)snprintf(full, sizeof full, "%s/%s", row->group, row->name);
    if (strcmp(spec, row->name) == 0 || strcmp(spec, full) == 0) return row;
  }
  return NULL;
}

void sl_collection_names(sl_name_visit *visit, void *context) {
  for (size_t i = 0; i < sl_collection_size; i++) visit(sl_collection[i].name, context);
}

/* Copies the first `length` characters of `text` to `out` if they form a valid group or matrix
 * name. Returns false if they do not. */
static bool take(const char *text, size_t length, char out[SL_COLLECTION_NAME]) {
  static const char allowed[] =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+.";
  if (length == 0 || length >= SL_COLLECTION_NAME) return false;
  if (strspn(text, allowed) < length || *text == '.' || *text == '-') return false;
  (void)snprintf(out, SL_COLLECTION_NAME, "%.*s", (int)length, text);
  return true;
}

sl_status sl_collection_parse(const char *spec, char group_out[SL_COLLECTION_NAME],
                              char name_out[SL_COLLECTION_NAME]) {
  const sl_collected *row = sl_collection_find(spec);
  const char *slash = strchr(spec, '/');
  if (row) {
    (void)snprintf(group_out, SL_COLLECTION_NAME, "%s", row->group);
    (void)snprintf(name_out, SL_COLLECTION_NAME, "%s", row->name);
    return SL_OK;
  }
  if (!slash && take(spec, strlen(spec), name_out)) {
    return sl_fail(SL_ERR_USAGE,
                   "the group of %s is missing: write GROUP/%s, as on the collection's page of the "
                   "matrix; ./lab matrix list shows the names that need no group",
                   spec, spec);
  }
  if (slash && take(spec, (size_t)(slash - spec), group_out) &&
      take(slash + 1, strlen(slash + 1), name_out)) {
    return SL_OK;
  }
  return sl_fail(SL_ERR_USAGE,
                 "\"%.200s\" is not a matrix of the collection; an example of a name: HB/1138_bus",
                 spec);
}

const char *sl_collection_folder(void) {
  const char *folder = getenv("SL_MATRICES_DIR");
  return folder && *folder ? folder : SL_FETCHED_DIR;
}

/* Calls `visit` for each archive on this machine, with its group and its name without ".tar.gz". */
static void each_kept(void (*visit)(const char *group, const char *name, void *context),
                      void *context) {
  char path[SL_COLLECTION_PATH], name[SL_COLLECTION_NAME];
  struct dirent **groups, **files;
  int num_groups = scandir(sl_collection_folder(), &groups, NULL, alphasort);
  for (int g = 0; g < num_groups; g++) {
    const char *group = groups[g]->d_name;
    (void)snprintf(path, sizeof path, "%s/%s", sl_collection_folder(), group);
    int num_files = *group == '.' ? -1 : scandir(path, &files, NULL, alphasort);
    for (int f = 0; f < num_files; f++) {
      size_t length = strlen(files[f]->d_name);
      bool archive = length > sizeof ending - 1 &&
                     strcmp(files[f]->d_name + length - (sizeof ending - 1), ending) == 0;
      if (archive && take(files[f]->d_name, length - (sizeof ending - 1), name)) {
        visit(group, name, context);
      }
      free(files[f]);
    }
    if (num_files >= 0) free(files);
    free(groups[g]);
  }
  if (num_groups >= 0) free(groups);
}

typedef struct collection_search {
  const char *spec;
  char group[SL_COLLECTION_NAME], other[SL_COLLECTION_NAME];
} collection_search;

static void compare(const char *group, const char *name, void *context) {
  collection_search *s = context;
  if (strcmp(s->spec, name) != 0) return;
  (void)snprintf(s->group[0] ? s->other : s->group, SL_COLLECTION_NAME, "%s", group);
}

sl_status sl_collection_path(const char *spec, char path_out[SL_COLLECTION_PATH], bool *found_out) {
  collection_search s = {.spec = spec};
  *found_out = false;
  if (strchr(spec, '/')) {
    char group[SL_COLLECTION_NAME], name[SL_COLLECTION_NAME];
    if (sl_collection_parse(spec, group, name) != SL_OK) return SL_OK;
    (void)snprintf(path_out, SL_COLLECTION_PATH, "%s/%s%s", sl_collection_folder(), spec, ending);
  } else {
    each_kept(compare, &s);
    if (!s.group[0]) return SL_OK;
    if (s.other[0]) {
      return sl_fail(SL_ERR_INPUT, "there are two matrices %s: write %s/%s or %s/%s", spec, s.group,
                     spec, s.other, spec);
    }
    (void)snprintf(path_out, SL_COLLECTION_PATH, "%s/%s/%s%s", sl_collection_folder(), s.group,
                   spec, ending);
  }
  *found_out = access(path_out, F_OK) == 0;
  return SL_OK;
}

typedef struct visitor {
  sl_name_visit *visit;
  void *context;
} visitor;

static void pass_on(const char *group, const char *name, void *context) {
  const visitor *v = context;
  (void)group;
  v->visit(name, v->context);
}

void sl_collection_kept(sl_name_visit *visit, void *context) {
  visitor v = {visit, context};
  each_kept(pass_on, &v);
}
