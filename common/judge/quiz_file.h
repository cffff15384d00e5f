/** @file quiz_file.h
 *  The questions of a lab as data: labs/NN-name/quiz.txt. A line is a keyword and its text, of any
 *  length; empty lines and lines that begin with # are ignored.
 *
 *    section N            the questions that follow can be answered once this section is read
 *    question NAME        begins a question
 *    ask TEXT             what it asks
 *    pointer TEXT         what helps after a wrong answer
 *    why TEXT             the explanation, shown afterwards
 *
 *  A question with choices has two to four of these, exactly one of them right:
 *
 *    choice TEXT | TEXT   an answer, and the reply to those who choose it
 *    right TEXT | TEXT    the right one
 *
 *  A question for a number has these. With several matrices it asks for which of them the number is
 *  largest. With choices, which then begin with numbers, none is marked as right: the nearest one
 *  is right.
 *
 *    on MATRIX …          the matrices
 *    unit TEXT            of the number
 *    answer NAME          the number is computed by the lab's function of that name; or
 *    count WHAT [ARRAY]   it is counted: requests, threads, threads-a-request, sectors-a-request or
 *                         sectors-an-atomic, of the requests for that array
 *    task NAME            the task whose counters it uses; it must have passed
 *    tolerance NUMBER     relative error that an answer may have; 0 if omitted
 */
#ifndef SL_JUDGE_QUIZ_FILE_H
#define SL_JUDGE_QUIZ_FILE_H

#include "judge/lab.h"

typedef struct sl_quiz {
  char *text; /**< content of the file, split into strings */
  sl_question *questions;
  size_t num_questions;
} sl_quiz;

/** The path of a lab's questions. */
void sl_quiz_file_path(const sl_lab *lab, char *path_out, size_t size);

/** Whether the lab has questions. */
bool sl_quiz_file_exists(const sl_lab *lab);

/** Reads the questions of `lab` from a file. Errors: SL_ERR_INPUT naming the line; SL_ERR_MEMORY.
 *  Free `*out` in either case. */
sl_status sl_quiz_file_read(const sl_lab *lab, const char *path, sl_quiz *out);

/** Like sl_quiz_file_read, for a text that messages call `name`. */
sl_status sl_quiz_file_parse(const sl_lab *lab, const char *name, const char *text, sl_quiz *out);

void sl_quiz_file_free(sl_quiz *quiz);

#endif
