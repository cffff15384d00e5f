/* first.c: linked before the student's file; marks where its variables begin. */
#include "worker/variables.h"

SL_VARIABLES_MARK(sl_first)
