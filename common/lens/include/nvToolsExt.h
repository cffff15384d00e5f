/* nvToolsExt.h: nothing that nvtx3/nvToolsExt.h does not have. */
#ifndef LENS_NVTOOLSEXT_ALIAS_H
#define LENS_NVTOOLSEXT_ALIAS_H
#include "nvtx3/nvToolsExt.h"
#endif
