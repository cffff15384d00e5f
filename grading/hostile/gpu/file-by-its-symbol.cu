// forbidden 5 12__basic_file
#include "csr-scalar.h"
#ifdef __CUDACC__
namespace std {
template <class T> struct __basic_file {
  bool is_open() const;
};
extern template struct __basic_file<char>;
} // namespace std
bool open(std::__basic_file<char> *file) {
  return file->is_open();
}
#endif
