/* last.c: marks where the variables of the student's file end. It is linked after that file. */
#include "worker/variables.h"

SL_VARIABLES_MARK(sl_last)
