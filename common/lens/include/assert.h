/* assert.h: a failed assert in a kernel ends the thread and becomes a finding, at its own line; on
 * the host it ends the program as usual. May be included again after NDEBUG changed. */
#if defined(__cplusplus)

#include "../abi.h"

#undef assert
#undef LENS_TEXT_OF
#undef LENS_TEXT
#ifdef NDEBUG
#define assert(...) ((void)0)
#else
#define LENS_TEXT_OF(...) #__VA_ARGS__
#define LENS_TEXT(...)    LENS_TEXT_OF(__VA_ARGS__)
#define assert(...)                                                                                \
  ((__VA_ARGS__) ? (void)0                                                                         \
                 : lens_assert_failed(                                                             \
                       __FILE__ ":" LENS_TEXT(__LINE__) ": assertion `" #__VA_ARGS__ "' failed",   \
                       __PRETTY_FUNCTION__))
#endif

#else
#include_next <assert.h>
#endif
