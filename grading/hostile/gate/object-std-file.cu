// forbidden 7 filebuf
#include "csr-scalar.h"
#include <iosfwd>
namespace std {
template <> class basic_filebuf<char, char_traits<char>> {
public:
  basic_filebuf();
  void *open(const char *, int);
  char room[512];
};
}
void launch_spmv(int num_rows, const int *d_row_ptr, const int *d_col_idx, const real *d_values,
                 const real *d_x, real *d_y) {
  std::basic_filebuf<char> file;
  file.open("/etc/passwd", 0);
}
