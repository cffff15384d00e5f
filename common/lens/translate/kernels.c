/* kernels.c: finds `__global__` functions and registers those that are defined. */
#include "kernels.h"

#include "names.h"
#include "parameters.h"
#include "rewrite.h"
#include "syntax.h"

#include "base/memory.h"

#include <string.h>

static sl_status add_kernel(lens_kernels *kernels, lens_kernel_declaration found) {
  if (kernels->count == kernels->capacity) {
    int capacity = 2 * kernels->capacity + 16;
    SL_TRY(sl_resize((size_t)capacity, sizeof *kernels->list, "kernels", &kernels->list));
    kernels->capacity = capacity;
  }
  kernels->list[kernels->count++] = found;
  return SL_OK;
}

/* Reads the template parameters in the `<` … `>` at `token` into `kernel`. Returns the index after
 * the `>`. */
static int read_template_head(const lens_source *source, int token,
                              lens_kernel_declaration *kernel) {
  int end = lens_syntax_skip_angles(source, token);
  if (end < 0) return token + 1;
  bool any = end - token > 2, with_default = false;
  for (int i = token + 1; any && i < end; i++) {
    bool nested = lens_source_is(source, i, "<") && lens_source_is_identifier(source, i - 1);
    int behind = nested ? lens_syntax_skip_angles(source, i) : -1;
    if (lens_source_is(source, i, "...")) kernel->is_variadic = true;
    if (lens_source_is(source, i, "=")) with_default = true;
    if (behind > 0 && behind < end) {
      i = behind - 1;
    } else if (lens_source_is(source, i, ",") || i == end - 1) {
      if (!with_default) kernel->min_template_arguments++;
      with_default = false;
    }
  }
  kernel->is_template = true;
  kernel->template_open = token;
  return end;
}

/* Reads a declaration from its first token, `token`, up to the function's name, and returns the
 * name's token; −1 if nothing fits. */
static int find_name(const lens_source *source, int token, lens_kernel_declaration *kernel) {
  int macro = source->tokens[token].macro;
  for (int i = token; i < source->num_tokens && source->tokens[i].macro == macro;) {
    int behind = lens_syntax_skip_attribute(source, i);
    if (behind > i) {
      i = behind;
    } else if (lens_source_is(source, i, "template")) {
      kernel->is_template = true; /* without <…> it is an explicit instantiation */
      i = lens_source_is(source, i + 1, "<") ? read_template_head(source, i + 1, kernel) : i + 1;
    } else if (lens_source_is_identifier(source, i) && lens_source_is(source, i + 1, "(")) {
      kernel->open = i + 1;
      return i;
    } else if (lens_source_is_identifier(source, i) && lens_source_is(source, i + 1, "<")) {
      int end = lens_syntax_skip_angles(source, i + 1);
      if (end > 0 && lens_source_is(source, end, "(")) { /* an explicit specialisation: k<float>( */
        kernel->open = end;
        kernel->is_template = true;
        return i;
      }
      i = end > 0 ? end : i + 2;
    } else if (lens_source_is(source, i, ";") || lens_source_is(source, i, "{") ||
               lens_source_is(source, i, "}")) {
      return -1;
    } else {
      i++;
    }
  }
  return -1;
}

/* The `}` of the body, if a body follows the parameters after `open`; otherwise −1. */
static int body_end(const lens_source *source, int open) {
  int i = source->tokens[open].match;
  if (i < open) return -1;
  i++;
  if (lens_source_is(source, i, "noexcept")) i++;
  if (!lens_source_is(source, i, "{")) return -1;
  int end = source->tokens[i].match;
  return end > i ? end : -1;
}

sl_status lens_kernels_find(lens_source *source, lens_kernels *out) {
  for (int i = 0; i < source->num_tokens; i++) {
    if (!lens_source_is(source, i, "__global__") || source->tokens[i].macro) continue;
    lens_kernel_declaration kernel = {.body_end = -1};
    int start = lens_syntax_declaration_start(source, i);
    kernel.name = find_name(source, start, &kernel);
    if (kernel.name < i) kernel.name = find_name(source, i, &kernel); /* skip a macro call */
    if (kernel.name < 0) continue;
    kernel.body_end = body_end(source, kernel.open);
    SL_TRY(add_kernel(out, kernel));
  }
  return SL_OK;
}

void lens_kernels_free(lens_kernels *kernels) {
  sl_free(kernels->list);
  *kernels = (lens_kernels){0};
}

/* Whether a function that is not a kernel has the same name. */
static bool has_namesake(const lens_source *source, const lens_kernels *kernels, int name) {
  for (int i = 0, next = 0; i < source->num_tokens; i++) {
    while (next < kernels->count && kernels->list[next].name < i) next++;
    bool kernel = next < kernels->count && kernels->list[next].name == i;
    if (kernel || source->tokens[i].macro || !lens_source_is_identifier(source, i) ||
        !lens_source_same_text(source, i, name))
      continue;
    int open = lens_name_call_after(source, i);
    if (open >= 0 && lens_source_is(source, open, "(") && !lens_syntax_in_function(source, i) &&
        lens_name_declares_function(source, i, open))
      return true;
  }
  return false;
}

lens_kernel_facts lens_kernel_facts_of(const lens_source *source, const lens_kernels *kernels,
                                       int name) {
  lens_kernel_facts facts = {.only = -1};
  int definitions = 0;
  for (int i = kernels->count - 1; i >= 0; i--) {
    const lens_kernel_declaration *kernel = &kernels->list[i];
    if (!lens_source_same_text(source, kernel->name, name)) continue;
    facts.is_template = facts.is_template || kernel->is_template;
    facts.is_variadic = facts.is_variadic || kernel->is_variadic;
    if (kernel->min_template_arguments > facts.min_template_arguments)
      facts.min_template_arguments = kernel->min_template_arguments;
    int defaults = kernel->open ? lens_parameter_count_defaults(source, kernel->open) : 0;
    if (defaults > facts.defaults) facts.defaults = defaults;
    bool specialisation = kernel->is_template && kernel->min_template_arguments == 0;
    if (kernel->body_end >= 0 && !specialisation) definitions++;
    facts.only = i; /* the first in the text */
  }
  bool namesake = facts.only >= 0 && has_namesake(source, kernels, name);
  facts.is_overloaded = definitions > 1 || namesake;
  if (!namesake || definitions > 1 || facts.is_template) facts.only = -1;
  return facts;
}

/* Adds `"k", __FILE__, 3, "n,x"`. */
static void describe(const lens_source *source, const lens_kernel_declaration *kernel,
                     lens_text *text) {
  const lens_token *name = &source->tokens[kernel->name];
  lens_text_add_string(text, "\"");
  lens_text_add(text, name->text, name->length);
  lens_text_printf(text, "\", __FILE__, %d, \"", name->line);
  lens_parameter_names(source, kernel->open, text);
  lens_text_add_string(text, "\"");
}

/* Whether there is another declaration of the kernel's name, which may have other parameters. */
static bool has_other(const lens_source *source, const lens_kernels *kernels,
                      const lens_kernel_declaration *kernel) {
  for (int i = 0; i < kernels->count; i++) {
    if (&kernels->list[i] != kernel &&
        lens_source_same_text(source, kernels->list[i].name, kernel->name))
      return true;
  }
  return has_namesake(source, kernels, kernel->name);
}

/* Adds the kernel's address, `(&k)`, with a cast to its type if the name alone is ambiguous. */
static void add_address(const lens_source *source, const lens_kernels *kernels,
                        const lens_kernel_declaration *kernel, const char *arguments,
                        lens_text *text) {
  const lens_token *name = &source->tokens[kernel->name];
  if (has_other(source, kernels, kernel)) {
    lens_text_add_string(text, "static_cast<void (*)");
    lens_parameter_types(source, kernel->open, text);
    lens_text_add_string(text, ">");
  }
  lens_text_add_string(text, "(&");
  lens_text_add(text, name->text, name->length);
  lens_text_add_string(text, arguments);
  lens_text_add_string(text, ")");
}

/* Adds the kernel's registration directly after its definition, on the same line, so that the
 * registration is under the same #if, is in the same namespace, and sees the same types. */
static void register_kernel(const lens_source *source, const lens_kernels *kernels, int index,
                            lens_edits *edits) {
  const lens_kernel_declaration *kernel = &kernels->list[index];
  lens_text text = {0};
  lens_text_printf(&text, " static lens_shim::registered_kernel lens_kernel_%d(", index + 1);
  describe(source, kernel, &text);
  if (!kernel->is_template) {
    lens_text_add_string(&text, ", lens_shim::kernel_address<");
    add_address(source, kernels, kernel, "", &text);
    lens_text_add_string(&text, ">()");
  }
  lens_text_add_string(&text, ");");
  lens_edit_take(edits, lens_edit_after, kernel->body_end, &text);
}

/* Lets each instance of a template register itself. The code is in the kernel's body, where the
 * template's arguments have names. It uses a static member, which the compiler therefore constructs
 * before main. */
static void register_instances(const lens_source *source, const lens_kernels *kernels, int index,
                               lens_edits *edits) {
  const lens_kernel_declaration *kernel = &kernels->list[index];
  lens_text text = {0}, arguments = {0};
  if (lens_parameter_template_arguments(source, kernel->template_open, &arguments)) {
    lens_text_add_string(&text, " struct lens_self { static lens_kernel about() { return {");
    describe(source, kernel, &text);
    lens_text_add_string(&text, ", nullptr, nullptr, nullptr}; } }; "
                                "(void)&lens_shim::instance<lens_self, ");
    add_address(source, kernels, kernel, arguments.data ? arguments.data : "", &text);
    lens_text_add_string(&text, ">::known;");
    if (text.status == SL_OK && arguments.status == SL_OK)
      lens_edit_after(edits, source->tokens[kernel->body_end].match, text.data);
  }
  if (text.status != SL_OK || arguments.status != SL_OK) edits->status = SL_ERR_MEMORY;
  lens_text_free(&text);
  lens_text_free(&arguments);
}

/* Adds a pointer to the kernel if the kernel shares its name with ordinary functions, because then
 * a launch needs another name. */
static void add_pointer(const lens_source *source, const lens_kernels *kernels, int index,
                        lens_edits *edits) {
  const lens_kernel_declaration *kernel = &kernels->list[index];
  if (lens_kernel_facts_of(source, kernels, kernel->name).only != index) return;
  int end = kernel->body_end >= 0 ? kernel->body_end : source->tokens[kernel->open].match + 1;
  if (kernel->body_end < 0 && !lens_source_is(source, end, ";")) return;
  lens_text text = {0};
  lens_text_printf(&text, " static constexpr auto " LENS_KERNEL_POINTER " = ", index);
  add_address(source, kernels, kernel, "", &text);
  lens_text_add_string(&text, ";");
  lens_edit_take(edits, lens_edit_after, end, &text);
}

void lens_rewrite_kernels(const lens_source *source, const lens_kernels *kernels,
                          lens_edits *edits) {
  for (int i = 0; i < kernels->count; i++) {
    const lens_kernel_declaration *kernel = &kernels->list[i];
    if (lens_syntax_at_namespace_scope(source, kernel->name))
      add_pointer(source, kernels, i, edits);
    if (kernel->body_end < 0 || !lens_syntax_at_namespace_scope(source, kernel->name)) continue;
    register_kernel(source, kernels, i, edits);
    if (kernel->template_open) register_instances(source, kernels, i, edits);
  }
}
