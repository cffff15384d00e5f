/* first.c: marks where the variables of the student's file begin. It is linked before that file. */
#include "worker/variables.h"

SL_VARIABLES_MARK(sl_first)
