/* refuse.c: refuses constructs that do not run on the lens, and says what to use instead. */
#include "rewrite.h"
#include "syntax.h"

#include <string.h>

typedef struct refusal {
  const char *name; /* a `*` at its end matches any text */
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

static const char no_mask[] =
    "removed from CUDA: use the function with _sync, whose first argument is the mask of the lanes "
    "that take part";

static const refusal identifiers[] = {
    {"cudaTextureObject_t", texture},
    {"cudaSurfaceObject_t", texture},
    {"cudaCreateTextureObject", texture},
    {"cudaCreateSurfaceObject", texture},
    {"cudaBindTexture*", texture},
    {"cudaBindSurface*", texture},
    {"cudaDestroyTextureObject", texture},
    {"cudaDestroySurfaceObject", texture},
    {"cudaMallocArray", texture},
    {"cudaMalloc3DArray", texture},
    {"cudaArray_t", texture},
    {"cudaMemcpyToArray*", texture},
    {"cudaMemcpy2DToArray*", texture},
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
    {"cudaStreamIsCapturing", graph},
    {"__cluster_dims__", cluster},
    {"this_cluster", cluster},
    {"cluster_group", cluster},
    {"memcpy_async", copy},
    {"__pipeline_*", copy},
    {"__shfl", no_mask},
    {"__shfl_up", no_mask},
    {"__shfl_down", no_mask},
    {"__shfl_xor", no_mask},
    {"__ballot", no_mask},
    {"__any", no_mask},
    {"__all", no_mask},
};

/* Refused only in device code. */
static const char launch[] =
    "the runtime API called in a kernel (dynamic parallelism) does not run on the lens; call it on "
    "the host";

static const refusal in_kernels[] = {
    {"cudaMalloc", launch},       {"cudaFree", launch},    {"cudaDeviceSynchronize", launch},
    {"cudaMemcpy*", launch},      {"cudaMemset*", launch}, {"cudaStreamCreate*", launch},
    {"cudaGetLastError", launch},
};

#define GPU_ONLY(library)                                                                          \
  library " runs on a GPU only and not on the lens; write the operation as a kernel"
static const char library[] = GPU_ONLY("this library");
static const char fourier[] = GPU_ONLY("cuFFT");
static const char sparse[] = GPU_ONLY("cuSPARSE");
static const char random_numbers[] =
    "cuRAND runs on a GPU only and not on the lens; make the numbers on the host, or write a "
    "generator of a few lines, such as xorshift, as a device function";
static const char pieces[] =
    "CUB and Thrust do not run on the lens; write the scan, sort or reduction as a kernel";
static const char ranges[] =
    "NVTX marks ranges for a profiler, which the lens does not have; remove it";
static const char graphics[] = "OpenGL and EGL do not run with the lens";
static const char later[] = "the lens does not have this header yet";

static const refusal headers[] = {
    {"mma.h", tensor},
    {"cub/*", pieces},
    {"thrust/*", pieces},
    {"cuda/*", "libcu++ does not run on the lens; use CUDA C's own functions"},
    {"texture_indirect*", texture},
    {"surface_indirect*", texture},
    {"cudnn*", library},
    {"cutensor*", library},
    {"cutlass/*", library},
    {"cute/*", library},
    {"npp*", library},
    {"nccl.h", library},
    {"cuda_gl_interop.h", graphics},
    {"cudaGL.h", graphics},
    {"cudaEGL.h", graphics},
    {"cuda_egl_interop.h", graphics},
    {"cublas.h", library},
    {"cublas_api.h", library},
    {"cublasXt.h", library},
    {"cufft.h", fourier},
    {"cufftXt.h", fourier},
    {"cufftw.h", fourier},
    {"curand.h", random_numbers},
    {"curand_kernel.h", random_numbers},
    {"curand_mtgp32*", random_numbers},
    {"cusparse.h", sparse},
    {"cusparse_v2.h", sparse},
    {"cusparseLt.h", sparse},
    {"nvToolsExt*", ranges},
    {"nvtx3/*", ranges},
    {"cusolver*", library},
    {"nvrtc.h", library},
    {"cuda_pipeline*", copy},
    {"cuda_awbarrier*", copy},
    {"cuda_fp8.h", later},
    {"cooperative_groups/memcpy_async.h", copy},
};

/* Whether `text` matches the entry's name. */
static bool fits(const char *name, const char *text, size_t length) {
  size_t fixed = strlen(name);
  bool open = fixed > 0 && name[fixed - 1] == '*';
  if (open) fixed--;
  return (open ? length >= fixed : length == fixed) && strncmp(name, text, fixed) == 0;
}

static const refusal *find(const refusal *table, size_t count, const char *text, size_t length) {
  for (size_t i = 0; i < count; i++) {
    if (fits(table[i].name, text, length)) return &table[i];
  }
  return NULL;
}

static bool is_called_in_kernel(const lens_source *source, int token) {
  static const char *const joints[] = {".", "->", NULL};
  return lens_source_is(source, token + 1, "(") &&
         !lens_source_is_one_of(source, token - 1, joints) &&
         lens_syntax_in_function(source, token) &&
         lens_syntax_space_of(source, token) == LENS_CODE_DEVICE;
}

static void refuse_identifier(lens_source *source, int token) {
  const lens_token *t = &source->tokens[token];
  const char *text = t->text;
  const refusal *found =
      find(identifiers, sizeof identifiers / sizeof *identifiers, text, t->length);
  if (!found && is_called_in_kernel(source, token))
    found = find(in_kernels, sizeof in_kernels / sizeof *in_kernels, text, t->length);
  if (found)
    lens_source_error_at(source, token, "'%.*s': %s", (int)(t->length < 100 ? t->length : 100),
                         text, found->message);
  if (lens_source_is(source, token, "texture") && lens_source_is(source, token + 1, "<"))
    lens_source_error_at(source, token, "'texture': %s", texture);
}

typedef struct refuse_substitute {
  const char *instruction, *instead;
} refuse_substitute;

/* The intrinsic function that replaces the first instruction in the text of the `asm` at
 * `token`. */
static const char *instead_of_assembly(const lens_source *source, int token) {
  static const refuse_substitute known[] = {
      {"shfl", "__shfl_sync, __shfl_up_sync, __shfl_down_sync or __shfl_xor_sync"},
      {"vote", "__all_sync, __any_sync or __ballot_sync"},
      {"match", "__match_any_sync or __match_all_sync"},
      {"redux", "__reduce_add_sync and related functions"},
      {"activemask", "__activemask"},
      {"bar.warp", "__syncwarp"},
      {"bar", "__syncthreads"},
      {"membar", "__threadfence, or __threadfence_block within a block"},
      {"fence", "__threadfence, or __threadfence_block within a block"},
      {"atom", "atomicAdd and related functions"},
      {"red", "atomicAdd and related functions"},
      {"ld.global.nc", "__ldg"},
      {"ld", "__ldcs, __ldcg and related functions, or a plain load"},
      {"st", "__stcs, __stcg and related functions, or a plain store"},
      {"prefetch", "nothing in its place: it is a hint"},
      {"popc", "__popc or __popcll"},
      {"clz", "__clz or __clzll"},
      {"brev", "__brev or __brevll"},
      {"bfind", "31 - __clz(x)"},
      {"prmt", "__byte_perm"},
      {"dp4a", "__dp4a"},
      {"fma", "__fmaf_rn or fma"},
      {"mad", "__fmaf_rn, or a product and a sum"},
      {"rcp", "__frcp_rn, or 1 / x"},
      {"sqrt", "__fsqrt_rn or sqrt"},
      {"rsqrt", "rsqrtf"},
      {"ex2", "exp2f"},
      {"lg2", "log2f"},
      {"sin", "__sinf"},
      {"cos", "__cosf"},
      {"trap", "__trap"},
      {"nanosleep", "__nanosleep"},
      {"cp.async", "a loop that copies, and __syncthreads"},
  };
  int text = token + 1;
  while (text < source->num_tokens && source->tokens[text].kind != LENS_STRING &&
         !lens_source_is(source, text, ";"))
    text++;
  const char *found = NULL;
  if (text < source->num_tokens && source->tokens[text].kind == LENS_STRING) {
    const char *start = source->tokens[text].text + 1;
    start += strspn(start, " \t{");
    if (*start == '@') { /* skip a predicate */
      start += strcspn(start, " \"");
      start += strspn(start, " ");
    }
    for (size_t i = 0; i < sizeof known / sizeof *known && !found; i++) {
      size_t length = strlen(known[i].instruction);
      if (strncmp(start, known[i].instruction, length) == 0 && strchr(". ;\t\"", start[length]))
        found = known[i].instead;
    }
  }
  return found ? found : "the intrinsic function of the same effect, or plain C";
}

static void refuse_assembly(lens_source *source, int token) {
  static const char *const words[] = {"asm", "__asm", "__asm__", NULL};
  if (!lens_source_is_one_of(source, token, words)) return;
  bool host = lens_syntax_space_of(source, token) == LENS_CODE_HOST;
  if ((host && !source->tokens[token].macro) || lens_rewrite_reads_register(source, token)) return;
  lens_source_error_at(source, token, "inline PTX does not run on the lens; use %s",
                       instead_of_assembly(source, token));
}

static void refuse_header(lens_source *source, int token) {
  const char *name = lens_source_after_directive(source, token, "include");
  if (!name || (*name != '<' && *name != '"')) return;
  size_t length = strcspn(++name, ">\"\n");
  const refusal *found = find(headers, sizeof headers / sizeof *headers, name, length);
  if (found)
    lens_source_error_at(source, token, "<%.*s>: %s", (int)(length < 100 ? length : 100), name,
                         found->message);
}

void lens_refuse_headers(lens_source *source) {
  for (int i = 0; i < source->num_tokens; i++) {
    if (source->tokens[i].kind == LENS_DIRECTIVE) refuse_header(source, i);
  }
}

void lens_refuse(lens_source *source) {
  for (int i = 0; i < source->num_tokens; i++) {
    if (source->tokens[i].kind != LENS_IDENTIFIER) continue;
    refuse_identifier(source, i);
    refuse_assembly(source, i);
  }
}
