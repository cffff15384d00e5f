/* register_values.c: finds loads of shared memory that read what the same threads have just stored.
 */
#include "register_values.h"

#include "lens/lens.h"

#include <string.h>

/* The space and the size of an access. */
static uint64_t without_kind(uint64_t what) {
  return lens_class_of(what) & ~UINT64_C(7);
}

bool lens_register_value_is_kept(lens_stored *stored, const lens_step *step) {
  if (lens_syntax_space_of(step->what) != LENS_SHARED) return false;
  size_t bytes = step->count * sizeof *step->address;
  bool load = lens_kind_of(step->what) == LENS_RECORD_LOAD;
  if (load && !(step->what & LENS_VOLATILE)) {
    return stored->lanes == step->lanes && stored->what == without_kind(step->what) &&
           memcmp(stored->address, step->address, bytes) == 0;
  }
  stored->lanes = 0;
  if (lens_kind_of(step->what) != LENS_RECORD_STORE || step->what & LENS_VOLATILE) return false;
  stored->lanes = step->lanes;
  stored->what = without_kind(step->what);
  memcpy(stored->address, step->address, bytes);
  return false;
}
