/** @file filter.h
 *  A seccomp filter: the system calls that confined programs may not make.
 */
#ifndef SL_SANDBOX_FILTER_H
#define SL_SANDBOX_FILTER_H

#include <stdbool.h>

/** Installs the filter for this process and its descendants; it cannot be removed. With
 *  `signals_self_only`, the process may send signals only to itself. This is for use without a
 *  process namespace, and the filter is then valid only for this process. With `gpu`, the process
 *  can create and bind local sockets, which NVIDIA's driver does, but cannot connect them. Returns
 *  false with errno if this fails. */
bool sl_filter_put_on(bool signals_self_only, bool gpu);

#endif
