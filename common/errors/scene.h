/** @file scene.h
 *  The data for explaining one message: the student's file, the contract, the message, and helpers
 *  that look at the source.
 */
#ifndef SL_ERRORS_SCENE_H
#define SL_ERRORS_SCENE_H

#include "errors/errors.h"
#include "errors/patterns.h"
#include "errors/remark.h"
#include "judge/source.h"
#include "source/code.h"

enum { SL_WORD = 64, SL_LINE = 1024 };

typedef struct sl_scene {
  const sl_patterns *patterns;
  const sl_source *source;   /**< its text is "" if the file could not be read */
  const sl_source *contract; /**< NULL: none */
  const char *header;        /**< name of the contract, "csr-scalar.h"; NULL: none */
  const sl_remarks *remarks;
  const sl_remark *remark; /**< the message that is being explained */
  int line;         /**< the line of the student's file to which the message leads; 0: none */
  sl_values values; /**< values of the placeholders in the message */
} sl_scene;

/** Finds a value of patterns.txt in the source. False: it does not exist. */
typedef struct sl_lookup {
  const char *word; /**< NULL: the end of a table */
  bool (*find)(const sl_scene *scene, char out[SL_VALUE]);
} sl_lookup;

extern const sl_lookup sl_line_lookups[], sl_name_lookups[], sl_type_lookups[],
    sl_contract_lookups[];

/** Finds the value of a word of patterns.txt, in the message or in the source. */
bool sl_scene_value(const sl_scene *scene, const char *word, char out[SL_VALUE]);

/** Gives a lookup the number of a line. False: it is 0. */
bool sl_scene_give_line(int line, char out[SL_VALUE]);

/** Explains a message by patterns.txt. False: patterns.txt does not have it. */
bool sl_scene_explain_remark(const sl_scene *scene, const sl_remark *remark, sl_error *error);

/** Explains a message with the function for `what`, the word after `explain` in patterns.txt.
 *  Returns false if it has found no explanation. */
bool sl_scene_explain_syntax(const sl_scene *scene, const char *what, sl_error *error);

/** Explains a typo in the line of the compiler's first error, or git's conflict markers in the
 *  file. False: there is none. */
bool sl_scene_explain_slip(const sl_scene *scene, int line, sl_error *error);

/** Explains brackets that do not match. False: they match, or it cannot tell. */
bool sl_scene_explain_brackets(const sl_scene *scene, sl_error *error);

/** Explains a `for` in this line without two semicolons. False: there is none. */
bool sl_scene_explain_loop(const sl_scene *scene, int line, sl_error *error);

/** Whether the text contains `word` as a whole word. */
bool sl_scene_has_word(const char *text, const char *word);

/** Copies the code of a line; "" if there is no such line. */
void sl_scene_code(const sl_scene *scene, int line, char out[SL_LINE]);

/** The nearest line with code before `line`, and after it; 0: none. */
int sl_scene_line_before(const sl_scene *scene, int line);
int sl_scene_line_after(const sl_scene *scene, int line);

bool sl_scene_line_has(const sl_scene *scene, int line, const char *word);

/** Whether the first token of a line is `token`. */
bool sl_scene_line_begins(const sl_scene *scene, int line, const char *token);

/** Whether the file includes `name`, in quotes or in angle brackets. */
bool sl_scene_includes(const sl_scene *scene, const char *name);

/** Finds the code of the function at file scope that contains `line`, from its head to its end.
 *  False: none does. */
bool sl_scene_function(const sl_scene *scene, int line, const char **begin_out,
                       const char **end_out);

/** Sets a text of an error. */
void sl_scene_set_what(sl_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void sl_scene_set_advice(sl_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
