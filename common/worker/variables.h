/** @file variables.h
 *  Finds the variables of the student's file in the program. Linkers place variables in the order
 *  of the files, so one file linked before the student's file and one linked after it mark the
 *  range.
 */
#ifndef SL_WORKER_VARIABLES_H
#define SL_WORKER_VARIABLES_H

/** A mark for each kind of variables: with and without an initial value, of the program and of each
 *  thread. */
typedef struct sl_variable_mark {
  _Alignas(64) char bytes[64];
} sl_variable_mark;

#define SL_VARIABLES_DECLARE(name)                                                                 \
  extern sl_variable_mark name##_data, name##_bss;                                                 \
  extern _Thread_local sl_variable_mark name##_tdata, name##_tbss

SL_VARIABLES_DECLARE(sl_first);
SL_VARIABLES_DECLARE(sl_last);

#define SL_VARIABLES_MARK(name)                                                                    \
  sl_variable_mark name##_data = {{1}};                                                            \
  sl_variable_mark name##_bss;                                                                     \
  _Thread_local sl_variable_mark name##_tdata = {{1}};                                             \
  _Thread_local sl_variable_mark name##_tbss;

#endif
