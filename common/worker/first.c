/* first.c: what is linked in front of the student's file: behind it its variables begin. */
#include "worker/variables.h"

SL_VARIABLES_MARK(sl_first)
