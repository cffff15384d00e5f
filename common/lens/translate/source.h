/** @file source.h
 *  A file as tokens: the output of the lexer and the input of the rewriting passes.
 */
#ifndef LENS_TRANSLATE_SOURCE_H
#define LENS_TRANSLATE_SOURCE_H

#include "text.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum lens_token_kind {
  LENS_IDENTIFIER,
  LENS_NUMBER,
  LENS_STRING,
  LENS_CHARACTER,
  LENS_PUNCTUATION, /**< one character, except for `::`, `->`, `...`, `<<<` and `<< <` */
  LENS_DIRECTIVE,   /**< a whole preprocessor line; for `#define` only the part before the body */
  LENS_END          /**< after the last token */
} lens_token_kind;

typedef struct lens_token {
  lens_token_kind kind;
  const char *text;  /**< its spelling without line splices, and for a directive without comments at
                        the end */
  size_t length;     /**< length of the spelling */
  size_t start, end; /**< the token is the bytes [start, end) of the file's text */
  int file;          /**< number of its file, for lens_source_file_name */
  int line, column;  /**< in that file, from 1; the column counts bytes, as gcc does */
  int macro;         /**< 0, or the number of the `#define` whose body contains the token */
  int match;         /**< of a bracket: the token that it pairs with; otherwise -1 */
  int parent;        /**< the innermost bracket that is open around the token, or -1 */
} lens_token;

/** A place in the text, and in the file that this part of the text came from. */
typedef struct lens_place {
  size_t at, line_start;
  int file, line;
} lens_place;

typedef struct lens_problem {
  lens_place place; /**< the first of the places with the same message */
  int more;         /**< how many other places there are */
  char message[400];
} lens_problem;

enum { LENS_MAX_PROBLEMS = 20, LENS_MAX_CONDITIONS = 256 };

/** Comments and text in `#if 0` are not tokens: they are copied unchanged. A line `# 3 "a.h"` or
 *  `#line 3 "a.h"` says that the next line is line 3 of a.h. */
typedef struct lens_source {
  const char *path;  /**< name of file number 0 */
  lens_text *others; /**< names of the files number 1, 2, … */
  int num_others, capacity_of_others;
  const char *text; /**< lens_lex removes a byte order mark at its start */
  size_t bytes;
  char *joined;       /**< the spellings */
  lens_token *tokens; /**< tokens[num_tokens] is the LENS_END */
  int num_tokens;
  int capacity;
  lens_problem problems[LENS_MAX_PROBLEMS]; /**< the first errors */
  int num_problems;
  int num_errors; /**< number of all errors */
} lens_source;

/** Splits the text into tokens. Errors in the text (an unterminated comment, say) are added to
 *  `source->problems`; the status only reports memory and sizes. */
sl_status lens_lex(lens_source *source);

/** Fills `match` and `parent`. */
sl_status lens_source_pair_brackets(lens_source *source);

void lens_source_free(lens_source *source);

/** The number of a file by its name, which is added if it is new. */
sl_status lens_source_file_number(lens_source *source, const char *name, int *number);
const char *lens_source_file_name(const lens_source *source, int number);

/** Records an error at a token. */
void lens_source_error_at(lens_source *source, int token, const char *format, ...) SL_PRINTF(3, 4);
void lens_source_error(lens_source *source, lens_place place, const char *format, ...)
    SL_PRINTF(3, 4);

/** Adds "file:line:column: error: …\n" to `out` for each error, in the order of the text. */
void lens_source_list_errors(lens_source *source, lens_text *out);

/** Whether the token's text equals `word`. False if there is no such token. */
bool lens_source_is(const lens_source *source, int token, const char *word);
/** Whether the token equals one of the NULL-terminated `words`. */
bool lens_source_is_one_of(const lens_source *source, int token, const char *const *words);
/** Whether one of the tokens [begin, end) equals one of the words. */
bool lens_source_has_one_of(const lens_source *source, int begin, int end,
                            const char *const *words);
bool lens_source_same_text(const lens_source *source, int a, int b);
bool lens_source_is_identifier(const lens_source *source, int token);
/** Whether the token is a directive whose name begins with `name`: "if" also fits #ifdef. */
bool lens_source_is_directive(const lens_source *source, int token, const char *name);
/** The text that follows `name` and blanks in such a directive; NULL if the token is not such a
 *  directive. */
const char *lens_source_after_directive(const lens_source *source, int token, const char *name);
/** Whether the token is `<<<` or `<< <`. */
bool lens_source_is_launch(const lens_source *source, int token);

#endif
