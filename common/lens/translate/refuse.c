/* refuse.c: constructs that do not run on the lens, and what to use instead. */
#include "passes.h"
#include "syntax.h"

#include <string.h>

typedef struct refusal {
  const char *name; /* of an identifier; a `*` at the end stands for anything */
  const char *message;
} refusal;

static const char texture[] =
    "textures and surfaces do not run on the lens; read the array through a const pointer or __ldg";
static const char tensor[] =
    "tensor cores (wmma) do not run on the lens; write the product with fma";
static const char graph[] = "CUDA graphs do not run on the lens; launch the kernels one by one";
static const char cluster[] =
    "thread block clusters do not run on the lens; exchange data through global memory";

static const char copy[] =
    "asynchronous copies do not run on the lens; copy with a loop and synchronise the group";

static const char timer[] =
    "the lens has no clock of a GPU; count with the lens, and measure time on a GPU";
static const char no_mask[] =
    "removed from CUDA: use the function with _sync, whose first argument is the mask of the lanes "
    "that take part";

static const refusal identifiers[] = {
    {"cudaTextureObject_t", texture},
    {"cudaSurfaceObject_t", texture},
    {"cudaCreateTextureObject", texture},
    {"cudaCreateSurfaceObject", texture},
    {"cudaBindTexture*", texture},
    {"tex1D*", texture},
    {"tex2D*", texture},
    {"tex3D*", texture},
    {"surf1D*", texture},
    {"surf2D*", texture},
    {"surf3D*", texture},
    {"nvcuda", tensor},
    {"cudaGraph*", graph},
    {"cudaStreamBeginCapture*", graph},
    {"cudaStreamEndCapture", graph},
    {"__cluster_dims__", cluster},
    {"this_cluster", cluster},
    {"cluster_group", cluster},
    {"memcpy_async", copy},
    {"__pipeline_*", copy},
    {"clock64", timer},
    {"globaltimer", timer},
    {"__shfl", no_mask},
    {"__shfl_up", no_mask},
    {"__shfl_down", no_mask},
    {"__shfl_xor", no_mask},
    {"__ballot", no_mask},
    {"__any", no_mask},
    {"__all", no_mask},
};

static const char library[] =
    "this library runs on a GPU only and not on the lens; write the operation as a kernel";
static const char pieces[] =
    "CUB and Thrust do not run on the lens; write the scan, sort or reduction as a kernel";
static const char later[] = "this header is not in the lens yet";

static const refusal headers[] = {
    {"mma.h", tensor},
    {"cub/*", pieces},
    {"thrust/*", pieces},
    {"cuda/*", "libcu++ does not run on the lens; use CUDA C's own functions"},
    {"texture_*", texture},
    {"surface_*", texture},
    {"cublas*", library},
    {"cusparse*", library},
    {"cusolver*", library},
    {"curand*", library},
    {"cufft*", library},
    {"nvrtc.h", library},
    {"cuda.h", "the driver API does not run on the lens; use the runtime API (cuda_runtime.h)"},
    {"cuda_pipeline*", copy},
    {"cuda_awbarrier*", copy},
    {"cuda_fp8.h", later},
    {"cooperative_groups/memcpy_async.h", copy},
};

/* `text` fits the entry's name. */
static bool fits(const char *name, const char *text, size_t length) {
  size_t fixed = strlen(name);
  bool open = fixed > 0 && name[fixed - 1] == '*';
  if (open) fixed--;
  return (open ? length >= fixed : length == fixed) && strncmp(name, text, fixed) == 0;
}

static void refuse_identifier(lens_source *source, int token) {
  const lens_token *t = &source->tokens[token];
  for (size_t i = 0; i < sizeof identifiers / sizeof *identifiers; i++) {
    if (!fits(identifiers[i].name, source->text + t->start, t->length)) continue;
    lens_error_at(source, token, "'%.*s': %s", (int)(t->length < 100 ? t->length : 100),
                  source->text + t->start, identifiers[i].message);
    return;
  }
  if (lens_is(source, token, "texture") && lens_is(source, token + 1, "<"))
    lens_error_at(source, token, "'texture': %s", texture);
}

static void refuse_assembly(lens_source *source, int token) {
  static const char *const words[] = {"asm", "__asm", "__asm__", NULL};
  if (!lens_is_one_of(source, token, words)) return;
  bool host = lens_space_of(source, token) == LENS_CODE_HOST;
  if (host && !source->tokens[token].macro) return;
  lens_error_at(source, token,
                "inline PTX does not run on the lens; use the intrinsic function of the same "
                "effect, such as __ldcs, __popc or __fmaf_rn");
}

/* Finds the name in `#include <name>` or "name"; its length is 0 in every other directive. */
static size_t included_name(const char *text, size_t length, size_t *start) {
  size_t i = 1;
  while (i < length && (text[i] == ' ' || text[i] == '\t')) i++;
  if (length - i < 7 || strncmp(text + i, "include", 7) != 0) return 0;
  for (i += 7; i < length && (text[i] == ' ' || text[i] == '\t'); i++) {
  }
  if (i >= length || (text[i] != '<' && text[i] != '"')) return 0;
  *start = ++i;
  while (i < length && text[i] != '>' && text[i] != '"') i++;
  return i - *start;
}

static void refuse_header(lens_source *source, int token) {
  const lens_token *t = &source->tokens[token];
  size_t start = 0, length = included_name(source->text + t->start, t->length, &start);
  for (size_t i = 0; length > 0 && i < sizeof headers / sizeof *headers; i++) {
    const char *name = source->text + t->start + start;
    if (!fits(headers[i].name, name, length)) continue;
    lens_error_at(source, token, "<%.*s>: %s", (int)(length < 100 ? length : 100), name,
                  headers[i].message);
    return;
  }
}

void lens_refuse_headers(lens_source *source) {
  for (int i = 0; i < source->num_tokens; i++) {
    if (source->tokens[i].kind == LENS_DIRECTIVE) refuse_header(source, i);
  }
}

void lens_refuse(lens_source *source) {
  lens_refuse_headers(source);
  for (int i = 0; i < source->num_tokens; i++) {
    if (source->tokens[i].kind != LENS_IDENTIFIER) continue;
    refuse_identifier(source, i);
    refuse_assembly(source, i);
  }
}
