/** @file scene.h
 *  What is known where one error is explained: the student's file, the contract, and helpers that
 *  look at the source.
 */
#ifndef SL_ERRORS_SCENE_H
#define SL_ERRORS_SCENE_H

#include "errors/errors.h"
#include "errors/remark.h"
#include "judge/source.h"

enum { SL_WORD = 64 };

typedef struct sl_scene {
  const sl_source *source;   /**< its text is "" where it could not be read */
  const sl_source *contract; /**< NULL: none */
  const char *header;        /**< the contract's name, "csr-scalar.h"; NULL: none */
  const sl_remarks *remarks;
} sl_scene;

/** The begin of a line of `text`, counted from 1, and its length; NULL: there is no such line. */
const char *sl_scene_line(const char *text, int line, size_t *length_out);

/** The last line in front of `line` with code in it; 0: none. */
int sl_scene_line_before(const sl_scene *scene, int line);
int sl_scene_line_behind(const sl_scene *scene, int line);

/** Whether the code of a line holds the word, as a whole. */
bool sl_scene_line_has(const sl_scene *scene, int line, const char *word);

/** Whether the first token of a line is this one. */
bool sl_scene_line_begins(const sl_scene *scene, int line, const char *token);

/** Whether the file includes `name`, in quotes or in angle brackets. */
bool sl_scene_includes(const sl_scene *scene, const char *name);

/** The text of the n-th argument, from 0, of the first call of `function` in a line. False: there
 * is none. */
bool sl_scene_argument(const sl_scene *scene, int line, const char *function, int n, char *out,
                       size_t size);

/** Whether `c` may be part of a name. */
bool sl_in_name(char c);

/** Just behind the bracket that closes the one at `open`; NULL: none does. */
const char *sl_behind_bracket(const char *open);

/** The part of the code from the head of a function at file scope to its end, where `line` lies in
 *  one. False: it does not. */
bool sl_scene_function(const sl_scene *scene, int line, const char **begin_out,
                       const char **end_out);

/** Explains a name that is not declared: a near-miss, a scope that has ended, a missing header. */
void sl_explain_name(const sl_scene *scene, const char *name, sl_error *error);

/** The header of the C or C++ library from which a name comes; NULL: not known. */
const char *sl_header_of(const char *name);

/** Explains a slip of typing in the line of the compiler's first error, or marks of git in the
 * file. False: there is none. */
bool sl_explain_slip(const sl_scene *scene, int line, sl_error *error);

/** Explains brackets that do not match. False: they do, or it cannot be said. */
bool sl_explain_brackets(const sl_scene *scene, sl_error *error);

/** Explains a `for` of this line that has not two semicolons. False: there is none. */
bool sl_explain_loop(const sl_scene *scene, int line, sl_error *error);

/** Explains a letter in the code that is none of C's, the first in this line, or where `line` is 0,
 *  in the file. False: there is none. */
bool sl_explain_letter(const sl_scene *scene, int line, sl_error *error);

/** Explains a function of the contract that the linker misses. */
void sl_explain_missing(const sl_scene *scene, const char *function, sl_error *error);

/** The one name in a line that the function declares as a pointer, in front of the line, and that
 * is used there as a whole. False: there is none, or more than one. */
bool sl_find_bare_pointer(const sl_scene *scene, int line, char out[SL_WORD]);

/** Whether the function around a line declares the name const, in front of it. */
bool sl_is_const(const sl_scene *scene, int line, const char *name);

/** Explains a value of type `from` where one of type `to` is wanted. */
bool sl_explain_types(const sl_scene *scene, const char *from, const char *to, sl_error *error);

/** Explains a remark by the tables of what compilers say. False: it is in none. */
bool sl_explain_remark(const sl_scene *scene, const sl_remark *remark, sl_error *error);

/** Sets a text of an error. */
void sl_error_what(sl_error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
void sl_error_advice(sl_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
