// labels.cu: a variable that holds labels of a function. They are labels of the traced translation,
// so the plain one must not jump to them.
#include <cstdio>
#include <vector>

static int interpret(const unsigned char *code, int x) {
  static void *const places[] = {&&add, &&twice, &&change, &&end};
  goto *places[*code++];
add:
  x += 2;
  goto *places[*code++];
twice:
  x *= 2;
  goto *places[*code++];
change:
  x ^= 5;
  goto *places[*code++];
end:
  return x;
}

int main() {
  const unsigned char code[] = {0, 1, 1, 2, 0, 1, 3};
  std::vector<int> results(3);
  for (int i = 0; i < 3; i++) results[i] = interpret(code, i);
  printf("%d %d %d\n", results[0], results[1], results[2]);
  return 0;
}
