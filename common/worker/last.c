/* last.c: linked after the student's file; marks where its variables end. */
#include "worker/variables.h"

SL_VARIABLES_MARK(sl_last)
