/* visits.h: what task launch of lab 01 adds for a thread that reaches a row, in addition to 1. Sums
 * of each number are distinct from sums of the others, and exact in single precision. */
#ifndef LAB_01_VISITS_H
#define LAB_01_VISITS_H

#define OLD_CONTENTS 64.0            /* value of y, to which the kernel adds */
#define OUT_OF_ORDER (-4096.0)       /* the arguments are in another order */
#define SMALL_BLOCK  (-1.0 / 1024.0) /* value for each thread of a block smaller than a warp */

#endif
