// forbidden 5 _ZNSt6thread
#include "csr-scalar.h"
#ifdef __CUDACC__
namespace std {
struct thread {
  static int hardware_concurrency() noexcept;
};
} // namespace std
int count() {
  return std::thread::hardware_concurrency();
}
#endif
