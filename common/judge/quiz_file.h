/** @file quiz_file.h
 *  The questions of a lab as data: labs/NN-name/quiz.txt. A line is a word and what belongs to it,
 *  as long as it may be; empty lines and lines that begin with # are passed over.
 *
 *    section N            the questions that follow can be answered once this section is read
 *    question NAME        begins a question
 *    ask TEXT             what it asks
 *    pointer TEXT         what helps on after a wrong answer
 *    why TEXT             what there is to understand, shown afterwards
 *
 *  A question that offers answers has two to four of these, just one of them right:
 *
 *    choice TEXT | TEXT   an answer, and what is said to who chooses it
 *    right TEXT | TEXT    the right one
 *
 *  A question for a number has these. With several matrices it asks for which of them the number is
 *  largest; with choices, which begin with numbers then, none is called right: the nearest one is.
 *
 *    on MATRIX …          the matrices
 *    unit TEXT            of the number
 *    answer NAME          the number is the lab's own function of that name; or else
 *    count WHAT [ARRAY]   it is counted: requests, threads, threads-a-request, sectors-a-request or
 *                         sectors-an-atomic, of the requests for that array
 *    task NAME            the task whose counters it takes, and that must have passed
 *    tolerance NUMBER     by how much of it an answer may be off; without it, by nothing
 */
#ifndef SL_JUDGE_QUIZ_FILE_H
#define SL_JUDGE_QUIZ_FILE_H

#include "judge/lab.h"

typedef struct sl_quiz {
  char *text; /**< of the file, cut apart */
  sl_question *questions;
  size_t num_questions;
} sl_quiz;

/** The path of a lab's questions. */
void sl_quiz_file_path(const sl_lab *lab, char *path_out, size_t size);

/** Whether the lab has questions. */
bool sl_quiz_file_exists(const sl_lab *lab);

/** Reads the questions of `lab` from a file. Errors: SL_ERR_INPUT naming the line; SL_ERR_MEMORY.
 *  Free `*out` in any event. */
sl_status sl_quiz_file_read(const sl_lab *lab, const char *path, sl_quiz *out);

/** The same from a text, which is called `name` in messages. */
sl_status sl_quiz_file_parse(const sl_lab *lab, const char *name, const char *text, sl_quiz *out);

void sl_quiz_file_free(sl_quiz *quiz);

#endif
