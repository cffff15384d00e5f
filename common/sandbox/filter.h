/** @file filter.h
 *  The system calls that confined programs may not make, as a seccomp filter.
 */
#ifndef SL_SANDBOX_FILTER_H
#define SL_SANDBOX_FILTER_H

#include <stdbool.h>

/** Installs the filter for this process and all that it starts; it cannot be removed. With
 *  `signals_self_only` a process may signal only itself, for use without a process namespace: the
 *  filter is then for one program, the current one. With `gpu` local sockets can be created and
 *  bound, as NVIDIA's driver does, but not connected. False: errno says why. */
bool sl_filter_put_on(bool signals_self_only, bool gpu);

#endif
