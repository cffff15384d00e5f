/** @file filter.h
 *  The system calls that confined programs may not make, as a seccomp filter.
 */
#ifndef SL_SANDBOX_FILTER_H
#define SL_SANDBOX_FILTER_H

#include <stdbool.h>

/** Puts the filter on this process and all that it will start; it cannot be taken off again. With
 *  `signals_self_only` a process may signal itself alone, for if there is no namespace of
 *  processes: the filter is then for one program, the present one. With `gpu` local sockets can be
 *  made and bound, as NVIDIA's driver does for itself, and connected to nothing. False: errno says
 *  why. */
bool sl_filter_put_on(bool signals_self_only, bool gpu);

#endif
