/* forms_cuda.c: what compilers and the lens say of errors with CUDA: kernels, launches, shared
 * memory, atomics. */
#include "errors/forms.h"

#include <stdio.h>
#include <string.h>

/* ---- functions of CUDA and what they take ---------------------------------------------------- */

static const struct signature {
  const char *name, *arguments;
  bool address; /* the first argument is the address of something */
} signatures[] = {
    {"atomicAdd", "the address of a variable, and a number", true},
    {"atomicSub", "the address of a variable, and a number", true},
    {"atomicMin", "the address of a variable, and a number", true},
    {"atomicMax", "the address of a variable, and a number", true},
    {"atomicExch", "the address of a variable, and a number", true},
    {"atomicInc", "the address of a variable, and a number", true},
    {"atomicAnd", "the address of a variable, and a number", true},
    {"atomicOr", "the address of a variable, and a number", true},
    {"atomicXor", "the address of a variable, and a number", true},
    {"atomicCAS", "the address of a variable, the number that is compared, and the new one", true},
    {"cudaMalloc", "the address of a pointer, and how many bytes", true},
    {"cudaMallocManaged", "the address of a pointer, and how many bytes", true},
    {"cudaFree", "a pointer", false},
    {"cudaMemcpy",
     "where to, where from, how many bytes, and the direction, such as "
     "cudaMemcpyHostToDevice",
     false},
    {"cudaMemset", "a pointer, a byte, and how many bytes", false},
    {"__shfl_sync", "a mask of lanes, a value, and a lane", false},
    {"__shfl_up_sync", "a mask of lanes, a value, and a distance", false},
    {"__shfl_down_sync", "a mask of lanes, a value, and a distance", false},
    {"__shfl_xor_sync", "a mask of lanes, a value, and a mask for the lane's number", false},
    {"__ballot_sync", "a mask of lanes, and a condition", false},
    {"__any_sync", "a mask of lanes, and a condition", false},
    {"__all_sync", "a mask of lanes, and a condition", false},
    {"min", "two numbers of the same type", false},
    {"max", "two numbers of the same type", false},
};

static const struct signature *find_signature(const char *name) {
  for (size_t i = 0; i < sizeof signatures / sizeof *signatures; i++) {
    if (strcmp(signatures[i].name, name) == 0) return &signatures[i];
  }
  return NULL;
}

static void say_missing_address(const sl_scene *scene, const char *function, sl_error *error) {
  char argument[SL_WORD];
  bool pointer = strncmp(function, "cudaMalloc", 10) == 0;
  bool found = sl_scene_argument(scene, error->line, function, 0, argument, sizeof argument);
  const struct signature *known = find_signature(function);
  if (found && argument[0] == '&') { /* then something else is wrong */
    sl_error_what(error, "%s does not take these arguments", function);
    if (known) sl_error_advice(error, "It takes %s.", known->arguments);
    return;
  }
  sl_error_what(error, "a & is missing: %s wants the address of a %s", function,
                pointer ? "pointer" : "variable");
  (void)snprintf(error->mark, sizeof error->mark, "%s", function);
  if (found && !strpbrk(argument, "+-*/&(?")) {
    sl_error_advice(error, "Write %s(&%s, …).", function, argument);
  } else {
    sl_error_advice(error, "Put & in front of its first argument.");
  }
}

/* "atomicAdd<const float, float>" in gcc's words, and as clang writes it. */
static bool explain_attribute(const sl_scene *scene, const sl_remark *remark,
                              const sl_captured *captured, sl_error *error) {
  const char *reason = captured->text[1];
  char function[SL_WORD];
  if (strstr(reason, "put & in front")) {
    (void)snprintf(function, sizeof function, "%.*s", (int)strcspn(reason, " "), reason);
    say_missing_address(scene, function, error);
    return true;
  }
  const char *type = strstr(reason, "CUDA has no ");
  if (!type) return false;
  type += strlen("CUDA has no ");
  (void)snprintf(function, sizeof function, "%.*s", (int)strcspn(type, " "), type);
  (void)snprintf(error->mark, sizeof error->mark, "%s", function);
  if (strstr(remark->text, "<const ") || strstr(remark->text, " const>")) {
    sl_error_what(error, "%s would write to an array that is const", function);
    sl_error_advice(error, "const promises that the array is only read. Is it the right array?");
  } else {
    sl_error_what(error, "CUDA has no %s for a variable of this type", function);
  }
  return true;
}

/* No version of a function takes these arguments; `types` is a list, or "". */
static bool say_no_match(const sl_scene *scene, const char *function, const char *types,
                         sl_error *error) {
  const struct signature *known = find_signature(function);
  char first[128];
  (void)snprintf(first, sizeof first, "%.*s", (int)strcspn(types, ",)"), types);
  bool given = types[0] && first[0];
  /* cudaMalloc wants the address of a pointer, the others that of a number. */
  const char *star = strchr(first, '*');
  bool number = !star || (strncmp(function, "cudaMalloc", 10) == 0 && !strchr(star + 1, '*'));
  if (known && known->address && given && number && strchr(types, ',')) {
    say_missing_address(scene, function, error);
    return true;
  }
  (void)snprintf(error->mark, sizeof error->mark, "%s", function);
  if (known && strncmp(function, "atomic", 6) == 0 && strncmp(first, "const ", 6) == 0) {
    sl_error_what(error, "%s would write to an array that is const", function);
    sl_error_advice(error, "const promises that the array is only read. Is it the right array?");
    return true;
  }
  if (given)
    sl_error_what(error, "%s does not take these arguments: %s", function, types);
  else
    sl_error_what(error, "%s does not take these arguments", function);
  if (known) sl_error_advice(error, "It takes %s.", known->arguments);
  return true;
}

/* clang says in a note why the only function of this name does not fit. */
static bool explain_candidate(const sl_scene *scene, const sl_remark *remark, const char *function,
                              sl_error *error) {
  const sl_remark *note = NULL, *end = scene->remarks->all + scene->remarks->count;
  for (const sl_remark *m = remark + 1; m < end && m->kind == SL_REMARK_NOTE; m++) {
    if (strncmp(m->text, "candidate ", 10) != 0) continue;
    if (note) return false;
    note = m;
  }
  sl_captured c;
  unsigned wanted, given;
  if (!note) return false;
  (void)snprintf(error->mark, sizeof error->mark, "%s", function);
  if (sl_form_fits("candidate function not viable: requires %a argument%., but %b w%.", note->text,
                   &c) &&
      sscanf(c.text[0], "%u", &wanted) == 1 && sscanf(c.text[1], "%u", &given) == 1) {
    const struct signature *known = find_signature(function);
    sl_error_what(error, "%s is given too %s arguments", function, given < wanted ? "few" : "many");
    sl_error_advice(error, "It takes %u.", wanted);
    if (known) sl_error_advice(error, "It takes %s.", known->arguments);
    return true;
  }
  error->mark[0] = '\0';
  if (sl_form_fits("%.no known conversion from '%a' to '%b' for %.", note->text, &c)) {
    return sl_explain_types(scene, c.text[0], c.text[1], error);
  }
  if (!sl_form_fits("%.argument ('%a') would lose const qualifier", note->text, &c)) return false;
  sl_error_what(error, "this would drop const of a '%s'", c.text[0]);
  sl_error_advice(error, "const promises that the array is only read. Are two arguments exchanged? "
                         "If not, write const in front of the parameter's type too, or work on an "
                         "array that may be changed.");
  return true;
}

/* gcc: "no matching function for call to 'f(int, float *)'"; clang: "… to 'f'". */
static bool explain_no_match(const sl_scene *scene, const sl_remark *remark,
                             const sl_captured *captured, sl_error *error) {
  char function[SL_WORD], types[256] = "";
  const char *call = captured->text[0], *open = strchr(call, '(');
  size_t length = open ? (size_t)(open - call) : strlen(call);
  if (strchr(call, '<') || length >= sizeof function) return false;
  (void)snprintf(function, sizeof function, "%.*s", (int)length, call);
  if (explain_candidate(scene, remark, function, error)) return true;
  if (open) (void)snprintf(types, sizeof types, "%s", open + 1);
  types[strcspn(types, ")")] = '\0';
  for (char *at; (at = strchr(types, '&'));) memmove(at, at + 1, strlen(at));
  return say_no_match(scene, function, types, error);
}

/* nvcc */
static bool explain_no_instance(const sl_scene *scene, const sl_remark *remark,
                                const sl_captured *captured, sl_error *error) {
  char types[SL_CAPTURE];
  (void)remark;
  (void)snprintf(types, sizeof types, "%s", captured->text[1]);
  return say_no_match(scene, captured->text[0], types, error);
}

/* ---- launches -------------------------------------------------------------------------------- */

static bool has_two_signs(const sl_scene *scene, int line) {
  size_t length;
  const char *code = sl_scene_line(scene->source->code, line, &length);
  const char *at = code ? strstr(code, "<<") : NULL;
  return at && at < code + length && at[2] != '<' && (at == code || at[-1] != '<');
}

static bool explain_two_signs(const sl_scene *scene, const sl_remark *remark,
                              const sl_captured *captured, sl_error *error) {
  (void)remark, (void)captured;
  if (!has_two_signs(scene, error->line)) return false;
  error->syntax = true;
  sl_error_what(error, "a launch is written with three < and three >");
  sl_error_advice(error, "kernel<<<blocks, threads_per_block>>>(arguments);");
  return true;
}

/* "expected an expression" and others behind a launch that ends with ">>". */
static bool explain_short_launch(const sl_scene *scene, const sl_remark *remark,
                                 const sl_captured *captured, sl_error *error) {
  size_t length;
  const char *code = sl_scene_line(scene->source->code, error->line, &length);
  (void)remark, (void)captured;
  const char *open = code ? strstr(code, "<<<") : NULL;
  if (!open || open >= code + length) return false;
  const char *end = strstr(open, ">>>");
  if (end && end < code + length) return false;
  error->syntax = true;
  sl_error_what(error, "this launch has <<< and no >>>");
  sl_error_advice(error, "kernel<<<blocks, threads_per_block>>>(arguments);");
  return true;
}

static const char launch_it[] = "Launch it: %a<<<blocks, threads_per_block>>>(arguments);";
static const char no_launch[] = "Only kernels are launched. Put __global__ in front of the "
                                "function, or call it without <<<…>>>.";

/* "kernel(arguments)<<<blocks, threads>>>;" */
static bool explain_late_arguments(const sl_scene *scene, const sl_remark *remark,
                                   const sl_captured *captured, sl_error *error) {
  size_t length;
  const char *code = sl_scene_line(scene->source->code, error->line, &length);
  const char *end = code ? strstr(code, ">>>") : NULL;
  (void)remark, (void)captured;
  if (!end || end >= code + length || end[3 + strspn(end + 3, " ")] == '(') return false;
  error->syntax = true;
  sl_error_what(error, "the arguments of a launch come after >>>");
  sl_error_advice(error, "kernel<<<blocks, threads_per_block>>>(arguments);");
  return true;
}

/* ---- kernels and the host -------------------------------------------------------------------- */

static const char host_in_kernel[] =
    "A kernel can only call device functions. Put __device__ before %a, or __host__ "
    "__device__ if the host calls it too.";
static const char library_in_kernel[] =
    "A kernel can only call device functions, and almost nothing in std:: is one. Write the "
    "operation with arrays and loops.";
static const char device_on_host[] =
    "Put __host__ __device__ in front of it, or call it in a kernel.";

/* nvcc: calling a __host__ function('std::…') from … */
static bool explain_host_call(const sl_scene *scene, const sl_remark *remark,
                              const sl_captured *captured, sl_error *error) {
  const char *called = captured->text[0];
  char name[SL_WORD];
  if (strstr(called, "std::") || strstr(remark->text, "constexpr")) {
    const char *at = strstr(called, "std::");
    if (!at) at = called;
    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "<( "), at);
    if (strstr(called, "basic_ostream")) (void)snprintf(name, sizeof name, "std::cout");
    if (name[0] != 's' || name[3] != ':') {
      char whole[SL_WORD];
      (void)snprintf(whole, sizeof whole, "std::%s", name);
      if (!strstr(scene->source->code, whole)) return false;
      (void)snprintf(name, sizeof name, "%s", whole);
    }
    sl_error_what(error, "%s of the C++ library runs on the host only, and is used in a kernel",
                  name);
    sl_error_advice(error, "%s", library_in_kernel);
    return true;
  }
  (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(called, "("), called);
  (void)snprintf(error->mark, sizeof error->mark, "%s", name);
  sl_error_what(error, "%s is a function of the host and is called in code of the device", name);
  int first, last;
  if (sl_source_function(scene->source, name, &first, &last)) {
    sl_error_advice(error,
                    "A kernel can only call device functions. Put __device__ before %s "
                    "in line %d, or __host__ __device__ if the host calls it too.",
                    name, first);
  } else {
    sl_error_advice(error,
                    "A kernel calls functions of the device only, and %s of the C library is "
                    "none.",
                    name);
  }
  return true;
}

/* nvcc: calling a __device__ function('atomicAdd(float *, float)') from a __host__ function … */
static bool explain_device_call(const sl_scene *scene, const sl_remark *remark,
                                const sl_captured *captured, sl_error *error) {
  char name[SL_WORD];
  int first, last;
  (void)remark;
  (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(captured->text[0], "("),
                 captured->text[0]);
  (void)snprintf(error->mark, sizeof error->mark, "%s", name);
  sl_error_what(error, "%s is a function of the device and is called in code of the host", name);
  sl_error_advice(error, "%s",
                  sl_source_function(scene->source, name, &first, &last) ? device_on_host
                                                                         : "Call it in a kernel.");
  return true;
}

static bool explain_std_in_kernel(const sl_scene *scene, const sl_remark *remark,
                                  const sl_captured *captured, sl_error *error) {
  return strstr(captured->text[0], "std::") && explain_host_call(scene, remark, captured, error);
}

/* ---- the contract ---------------------------------------------------------------------------- */

static bool explain_return_type(const sl_scene *scene, const sl_remark *remark,
                                const sl_captured *captured, sl_error *error) {
  (void)remark, (void)captured;
  if (!scene->contract) return false;
  size_t length;
  const char *code = sl_scene_line(scene->source->code, error->line, &length);
  const char *open = code ? memchr(code, '(', length) : NULL, *end = open;
  while (end && end > code && end[-1] == ' ') end--;
  const char *from = end;
  while (from && from > code && sl_in_name(from[-1])) from--;
  char name[SL_WORD];
  if (!end || end == from) return false;
  (void)snprintf(name, sizeof name, "%.*s", (int)(end - from), from);
  const char *wanted = strstr(scene->contract->code, name);
  if (!wanted) return false;
  const char *head = wanted;
  while (head > scene->contract->code && !strchr(";{}\n", head[-1])) head--;
  (void)snprintf(error->mark, sizeof error->mark, "%s", name);
  sl_error_what(error, "%s does not return the type that %s asks for", name, scene->header);
  sl_error_advice(error, "It declares %.*s(…).", (int)(wanted - head) + (int)strlen(name), head);
  return true;
}

static bool explain_static(const sl_scene *scene, const sl_remark *remark,
                           const sl_captured *captured, sl_error *error) {
  const char *text = captured->text[0], *open = text + strcspn(text, "("), *from = open;
  (void)remark;
  while (from > text && sl_in_name(from[-1])) from--;
  if (from == open || !scene->header) return false;
  (void)snprintf(error->mark, sizeof error->mark, "static");
  sl_error_what(error, "%.*s must not be static", (int)(open - from), from);
  sl_error_advice(error, "The kit calls it, so %s declares it for all to see.", scene->header);
  return true;
}

/* __device__ in front of what the contract calls a kernel */
static bool explain_qualifiers(const sl_scene *scene, const sl_remark *remark,
                               const sl_captured *captured, sl_error *error) {
  (void)remark, (void)captured;
  if (!scene->contract || !sl_scene_line_has(scene, error->line, "__device__")) return false;
  sl_error_what(error, "%s wants a kernel here: __global__ and not __device__", scene->header);
  sl_error_advice(error,
                  "__global__ is a kernel, which the host launches. A __device__ function is "
                  "called by kernels.");
  return true;
}

/* ---- shared memory --------------------------------------------------------------------------- */

static bool explain_shared_size(const sl_scene *scene, const sl_remark *remark,
                                const sl_captured *captured, sl_error *error) {
  (void)remark, (void)captured;
  if (!sl_scene_line_has(scene, error->line, "__shared__")) return false;
  sl_error_what(error, "the size of a __shared__ array must be a constant");
  sl_error_advice(error, "Write a number, or the name of a constexpr int. For a size that is known "
                         "only at the launch: extern __shared__ real part[]; and the bytes as the "
                         "third number in <<<…>>>.");
  if (!sl_scene_line_has(scene, error->line, "real")) {
    sl_error_advice(error,
                    "Write a number, or the name of a constexpr int. For a size that is known "
                    "only at the launch, write extern in front of __shared__, leave the size "
                    "out, and give the bytes as the third number in <<<…>>>.");
  }
  return true;
}

static bool explain_shared_open(const sl_scene *scene, const sl_remark *remark,
                                const sl_captured *captured, sl_error *error) {
  (void)remark, (void)captured;
  if (!sl_scene_line_has(scene, error->line, "__shared__")) return false;
  if (sl_scene_line_has(scene, error->line, "extern")) return false;
  sl_error_what(error, "a __shared__ array without a size needs extern in front of it");
  sl_error_advice(error, "Or write its size, a constant, between the brackets.");
  return true;
}

static bool explain_array_size(const sl_scene *scene, const sl_remark *remark,
                               const sl_captured *captured, sl_error *error) {
  if (explain_shared_size(scene, remark, captured, error)) return true;
  size_t length;
  const char *code = sl_scene_line(scene->source->code, error->line, &length);
  if (!code || !memchr(code, '[', length)) return false;
  sl_error_what(error, "the size of an array must be a constant here");
  sl_error_advice(error, "Write a number, or the name of a constexpr int.");
  return true;
}

static bool explain_removed(const sl_scene *scene, const sl_remark *remark,
                            const sl_captured *captured, sl_error *error) {
  (void)remark;
  sl_explain_name(scene, captured->text[0], error);
  return true;
}

const sl_form sl_forms_cuda[] = {
    {"call to %a declared with attribute error: %b", NULL, NULL, explain_attribute},
    {"call to %a declared with 'error' attribute: %b", NULL, NULL, explain_attribute},
    {"call to '%a' declared with 'error' attribute: %b", NULL, NULL, explain_attribute},

    {"no matching function for call to 'shared<%.", NULL, NULL, explain_shared_size},
    {"no matching function for call to 'shared'", NULL, NULL, explain_shared_size},
    {"%.is a variably modified type", NULL, NULL, explain_shared_size},
    {"variably modified type %.", NULL, NULL, explain_shared_size},
    {"a variable length array cannot have static storage duration", NULL, NULL,
     explain_shared_size},
    {"expression must have a constant value", NULL, NULL, explain_array_size},
    {"invalid application of 'sizeof' to %.", NULL, NULL, explain_shared_open},
    {"incomplete type '%a' is not allowed", NULL, NULL, explain_shared_open},
    {"initializer not allowed for __shared__ variable%.",
     "a __shared__ variable cannot be initialised",
     "Let each thread assign its part, then call __syncthreads().", NULL},
    {"a __shared__ variable cannot have an initialiser; %.",
     "a __shared__ variable cannot be initialised",
     "Let each thread assign its part, then call __syncthreads().", NULL},

    {"no matching function for call to '%a'", NULL, NULL, explain_no_match},
    {"no instance of overloaded function '%a' matches the argument list argument types are: (%b)",
     NULL, NULL, explain_no_instance},

    {"invalid operands %.", NULL, NULL, explain_two_signs},
    {"expression must have integral or unscoped enum type", NULL, NULL, explain_two_signs},
    {"expression must have integral or unscoped enum type", NULL, NULL, explain_short_launch},
    {"expected a '('", NULL, NULL, explain_late_arguments},
    {"illegal combination of memory qualifiers", NULL, NULL, explain_qualifiers},
    {"'<<<' without '>>>': %.", NULL, NULL, explain_short_launch},
    {"expected an expression", NULL, NULL, explain_short_launch},
    {"a launch needs <<<grid, block>>>, %.",
     "a launch needs two numbers: how many blocks, and how many threads in each",
     "kernel<<<blocks, threads_per_block>>>(arguments); the bytes of shared memory and a stream "
     "may "
     "follow.",
     NULL},
    {"expected '(' and the kernel's arguments after '>>>'",
     "the arguments of a launch come after >>>",
     "kernel<<<blocks, threads_per_block>>>(arguments);", NULL},
    {"'%a' is a kernel and is called like a function; %.",
     "%a is a kernel and is called like a function", launch_it, NULL},
    {"a __global__ function call must be configured", "a kernel is called like a function",
     "Launch it: kernel<<<blocks, threads_per_block>>>(arguments);", NULL},
    {"'%a' is launched with <<<…>>> but is no kernel: %.", "%a is launched but is not a kernel",
     no_launch, NULL},
    {"a host function call cannot be configured", "a function is launched that is not a kernel",
     no_launch, NULL},
    {"kernel launch from __device__ or __global__ functions requires separate compilation mode",
     "a kernel cannot launch a kernel here", "Launch it from the host.", NULL},
    {"a kernel launched from device code (dynamic parallelism) does not run on the lens; %.",
     "a kernel cannot launch a kernel here", "Launch it from the host.", NULL},

    {"'%a': the runtime API called in a kernel %.", "%a is called in code of the device",
     "The functions of CUDA's runtime are for the host. Call it there, before or after the launch.",
     NULL},
    {"'%a': removed from CUDA: %.", NULL, NULL, explain_removed},
    {"a __global__ function must return void; %.", "a kernel returns void",
     "It writes its results through a pointer, as in y[row] = sum.", NULL},
    {"a __global__ function must have a void return type", "a kernel returns void",
     "It writes its results through a pointer, as in y[row] = sum.", NULL},
    {"a __global__ function('%a') redeclared without __global__",
     "__global__ is missing in front of %a", "It is a kernel: a launch runs it on the device.",
     NULL},
    {"a __global__ function('%a') redeclared with __device__",
     "%a must be __global__ and not __device__",
     "__global__ is a kernel, which the host launches. A __device__ function is called by kernels.",
     NULL},
    {"'%a' is a function of the host and is called in code of the device; %.",
     "%a is a function of the host and is called in code of the device", host_in_kernel, NULL},
    {"'%a' of the C library runs on the host only, and is %b in code of the device",
     "%a of the C library runs on the host only, and is %b in code of the device",
     "A kernel can only call device functions. CUDA has its own printf, malloc and "
     "mathematics.",
     NULL},
    {"'%a' of the C++ library runs on the host only, and is %b in code of the device",
     "std::%a of the C++ library runs on the host only, and is %b in code of the device",
     library_in_kernel, NULL},
    {"calling a __host__ function('%a') from %.", NULL, NULL, explain_host_call},
    {"calling a constexpr __host__ function('%a') from %.", NULL, NULL, explain_host_call},
    {"calling a __host__ function('%a') from a %. is not allowed", NULL, NULL, explain_host_call},
    {"identifier '%a' is undefined in device code", NULL, NULL, explain_std_in_kernel},
    {"identifier '%a' is undefined in device code",
     "%a is a variable or function of the host, and is used in code of the device",
     "Hand its value to the kernel as an argument; or, if it never changes, make it constexpr.",
     NULL},
    {"'%a' is a __device__ function and is called in code of the host; %.",
     "%a is a __device__ function and is called in code of the host", device_on_host, NULL},
    {"calling a __device__ function('%a') from a __host__ function%.", NULL, NULL,
     explain_device_call},
    {"'%a' is a function of the device and is called in code of the host; %.",
     "%a is a function of the device and is called in code of the host", "Call it in a kernel.",
     NULL},

    {"ambiguating new declaration of '%a'", NULL, NULL, explain_return_type},
    {"functions that differ only in their return type cannot be overloaded", NULL, NULL,
     explain_return_type},
    {"cannot overload functions distinguished by return type alone", NULL, NULL,
     explain_return_type},
    {"conflicting declaration of C function '%a'", NULL, NULL, explain_return_type},
    {"'%a' was declared 'extern' and later 'static'", NULL, NULL, explain_static},
    {"static declaration of '%a' follows non-static declaration", NULL, NULL, explain_static},
    {"Could not open input file '%a'", "the kit is not built to its end",
     "Build it: cmake --build build", NULL},
};
const size_t sl_num_forms_cuda = sizeof sl_forms_cuda / sizeof *sl_forms_cuda;
