// forbidden 5 asm
#include "csr-scalar.h"
#include <cstddef>
int operator""R(const char *, size_t);
void hide() { "x"R"( "; asm("nop"); ")"; }
