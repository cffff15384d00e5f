/* generate.c: the table of families, and the generation of a matrix from its specification. */
#include "generate/generate.h"

#include "generate/family.h"
#include "generate/spec.h"
#include "matrix/definite.h"

#include <limits.h>
#include <string.h>

static const sl_family families[] = {
    {"laplace2d5", "laplace2d5:NX[xNY]", "5-point Laplacian on a 2D grid",
     &sl_generator_laplace2d5},
    {"laplace2d9", "laplace2d9:NX[xNY]", "9-point Laplacian on a 2D grid",
     &sl_generator_laplace2d9},
    {"laplace3d7", "laplace3d7:NX[xNYxNZ]", "7-point Laplacian on a 3D grid",
     &sl_generator_laplace3d7},
    {"hpcg", "hpcg:NX[xNYxNZ]", "27-point operator of the HPCG benchmark", &sl_generator_hpcg},
    {"banded", "banded:N[,half=4][,seed=1]", "full band, `half` entries to either side",
     &sl_generator_banded},
    {"fem", "fem:NX[xNYxNZ][,block=3][,spd=0][,seed=1]",
     "finite elements: dense blocks on a 3D mesh; spd=1: positive definite", &sl_generator_fem},
    {"torus2d4", "torus2d4:NX[xNY][,seed=1]", "the four neighbours on a periodic 2D grid",
     &sl_generator_torus2d4},
    {"qcd", "qcd:NX[xNYxNZxNT][,seed=1]",
     "quarks on a periodic 4D lattice: blocks of 3, exactly 39 entries per row", &sl_generator_qcd},
    {"rmat", "rmat:SCALE[,edges=16][,a=57][,b=19][,c=19][,shuffle=0][,seed=1]",
     "R-MAT graph, 2^SCALE rows, `edges` per row before repeated ones are merged; shuffle=1: rows "
     "in random order",
     &sl_generator_rmat},
    {"web", "web:N[,row=8][,local=80][,most=1000000000][,seed=1]",
     "power-law rows of about `row` entries, at most `most`; `local` % near the diagonal",
     &sl_generator_web},
    {"circuit", "circuit:N[,dense=4][,spd=0][,seed=1]",
     "few entries per row, `dense` dense rows and columns; spd=1: positive definite",
     &sl_generator_circuit},
    {"rail", "rail:MxN[,column=8][,seed=1]", "few very long rows, `column` entries per column",
     &sl_generator_rail},
    {"road", "road:NX[xNY][,seed=1]", "street map: one to four near neighbours",
     &sl_generator_road},
    {"traffic", "traffic:N[,hub=88][,seed=1]",
     "packets on a network: one host meets `hub` % of all, one or two entries in other rows",
     &sl_generator_traffic},
    {"uniform", "uniform:M[xN][,row=8][,seed=1]", "entries anywhere, `row` per row on average",
     &sl_generator_uniform},
    {"hypersparse", "hypersparse:M[xN][,every=16][,seed=1]",
     "one entry in one of `every` rows, the others empty", &sl_generator_hypersparse},
    {"gaps", "gaps:M[xN][,run=40][,row=6][,seed=1]",
     "runs of `run` empty rows, also first and last; about `row` entries in the others",
     &sl_generator_gaps},
    {"diagonal", "diagonal:M[xN][,seed=1]", "one entry per row, on the diagonal",
     &sl_generator_diagonal},
    {"dense", "dense:M[xN][,seed=1]", "every entry", &sl_generator_dense},
    {"empty", "empty:M[xN]", "no entries; sizes may be 0", &sl_generator_empty},
    {"onedense", "onedense:M[xN][,at=50][,seed=1]",
     "one row full, at `at` % of the rows, the others 1 to 3 entries", &sl_generator_onedense},
    {"messy", "messy:M[xN][,row=6][,zeros=0][,seed=1]",
     "rows unsorted, entries repeated, zeros % of them 0", &sl_generator_messy},
};

enum { NUM_FAMILIES = sizeof families / sizeof *families };

const sl_family *sl_generate_families(size_t *count) {
  *count = NUM_FAMILIES;
  return families;
}

/* Returns the family whose name is the first `length` characters of `name`, or NULL. */
static const sl_family *find(const char *name, size_t length) {
  for (size_t k = 0; k < NUM_FAMILIES; k++) {
    if (strlen(families[k].name) == length && !memcmp(families[k].name, name, length)) {
      return &families[k];
    }
  }
  return NULL;
}

bool sl_generate_knows(const char *text) {
  size_t length = strcspn(text, ":");
  return text[length] == ':' && find(text, length);
}

static sl_status unknown_family(const char *spec, size_t length) {
  char names[512] = "";
  for (size_t k = 0; k < NUM_FAMILIES; k++) {
    strncat(names, k ? ", " : "", sizeof names - strlen(names) - 1);
    strncat(names, families[k].name, sizeof names - strlen(names) - 1);
  }
  return sl_fail(SL_ERR_INPUT, "there is no family \"%.*s\"; choose one of %s",
                 length < 60 ? (int)length : 60, spec, names);
}

static sl_status make(const sl_generator *generator, const sl_generator_request *request,
                      sl_csr *out) {
  sl_shape shape;
  SL_TRY(generator->shape(request, &shape));
  if (shape.num_rows > INT_MAX || shape.num_cols > INT_MAX) {
    return sl_fail(SL_ERR_SIZE,
                   "%lld rows and %lld columns are more than the %d the kit can number; ask for a "
                   "smaller matrix",
                   shape.num_rows, shape.num_cols, INT_MAX);
  }
  if (generator->make) return generator->make(request, &shape, out);
  return sl_make_by_rows(generator, request, &shape, out);
}

/* Whether the request is for a symmetric positive definite matrix. */
static bool is_definite(const sl_generator *generator, const sl_generator_request *request) {
  for (int i = 0; i < SL_MAX_OPTIONS && generator->options[i].name; i++) {
    if (strcmp(generator->options[i].name, "spd") == 0) return request->option[i] != 0;
  }
  return false;
}

static sl_status make_wanted(const sl_generator *generator, const sl_generator_request *request,
                             sl_csr *out) {
  sl_csr plain;
  if (!is_definite(generator, request)) return make(generator, request, out);
  SL_TRY(make(generator, request, &plain));
  sl_status status = sl_definite_make(&plain, out);
  sl_csr_free(&plain);
  return status;
}

sl_status sl_generate(const char *spec, sl_csr *out) {
  *out = (sl_csr){0};
  size_t length = strcspn(spec, ":");
  const sl_family *family = find(spec, length);
  if (!family) return unknown_family(spec, length);

  sl_generator_request request;
  SL_TRY(sl_spec_parse(spec, family, &request));
  sl_status status = make_wanted(family->generator, &request, out);
  if (status != SL_OK) return sl_fail_at(status, "%.200s", spec);
  return SL_OK;
}
