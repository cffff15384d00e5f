/** @file scan.h
 *  The lower half of the lexer: moving through characters, and what is skipped whole.
 */
#ifndef LENS_TRANSLATE_SCAN_H
#define LENS_TRANSLATE_SCAN_H

#include "source.h"

enum { LENS_MAX_CONDITIONS = 256 };

typedef struct lens_lexer {
  lens_source *source;
  lens_place now;
  bool line_is_empty; /**< nothing but blanks and comments so far: a `#` starts a directive */
  int macro, num_macros;
  int depth; /**< of #if; levels beyond LENS_MAX_CONDITIONS are taken as unknown */
  bool was_true[LENS_MAX_CONDITIONS]; /**< the level's `#if 1` was taken: skip the other branches */
} lens_lexer;

/** The byte `ahead` of the current one, or −1 behind the end. */
int lens_scan_peek(const lens_lexer *lexer, size_t ahead);
bool lens_scan_starts_with(const lens_lexer *lexer, const char *word);
void lens_scan_advance(lens_lexer *lexer, size_t count);
/** A letter, digit, underscore, dollar or byte of a non-ASCII character. */
bool lens_scan_is_word(int c);

/** Skips blanks, comments and continued lines. True when it stopped in front of a line's end. */
bool lens_scan_skip_space(lens_lexer *lexer);
/** From the opening quote to behind the closing one; stops at the line's end and then reports, if
 *  asked to, that the quote is missing. */
void lens_scan_skip_quoted(lens_lexer *lexer, bool report);
/** From the quote of R"x( to behind )x". */
void lens_scan_skip_raw_string(lens_lexer *lexer);

/** From the `#` to behind the directive's name, which is cut to fit. */
void lens_scan_read_directive(lens_lexer *lexer, char *name, size_t size);
/** Behind `define`: skips the macro's name and parameters. */
void lens_scan_skip_macro_head(lens_lexer *lexer);
/** To the end of the logical line, which is not consumed. */
void lens_scan_skip_directive_line(lens_lexer *lexer);
/** 0 or 1 when the text from there to here is just that, else −1. */
int lens_scan_constant_condition(const lens_lexer *lexer, lens_place from);

void lens_scan_enter_condition(lens_lexer *lexer, int constant);
bool lens_scan_condition_was_true(const lens_lexer *lexer);
void lens_scan_leave_condition(lens_lexer *lexer);
/** Skips lines up to the #elif, #else or #endif that ends this group. */
void lens_scan_skip_group(lens_lexer *lexer);

#endif
