/* circuit.c: family circuit: nodes with a few neighbors, and supply nets that are connected to a
 * quarter of all nodes, which gives a few dense rows and columns. The structure is symmetric.
 *
 * Source of the structure: T. Davis, E. Palamadai Natarajan, Algorithm 907: KLU, ACM TOMS 37(3),
 * 2010. */
#include "generate/family.h"

#include <stdlib.h>

enum { DENSE = 1, MOST_DENSE = 16 }; /* index of the option, and its maximum */

static int net_count(const sl_generator_request *request) {
  long long wanted = request->option[DENSE];
  return wanted < request->size[0] ? (int)wanted : request->size[0];
}

/* The node of a supply net: the middle of one of net_count equal intervals. */
static int net_node(const sl_generator_request *request, int net) {
  long long twice = 2LL * net + 1;
  return (int)(twice * request->size[0] / (2LL * net_count(request)));
}

static bool is_net(const sl_generator_request *request, int node) {
  for (int net = 0; net < net_count(request); net++) {
    if (net_node(request, net) == node) return true;
  }
  return false;
}

static bool is_near(int i, int j) {
  int distance = abs(i - j);
  return distance == 1 || distance == 2 || distance == 5;
}

/* Whether i and j are connected. The answer is the same for (j, i). */
static bool is_connected(const sl_generator_request *request, int i, int j) {
  if (i == j) return true;
  uint64_t bits = sl_family_pair_bits(request, i, j);
  if (is_net(request, i) || is_net(request, j)) return bits % 4 == 0;
  return is_near(i, j) && bits % 2 == 0;
}

static int net_row(const sl_generator_request *request, int row, int *columns) {
  int length = 0;
  for (int col = 0; col < request->size[0]; col++) {
    if (!is_connected(request, row, col)) continue;
    if (columns) columns[length] = col;
    length++;
  }
  return length;
}

/* Writes the columns in which an ordinary row may have entries: near nodes and supply nets. Returns
 * their number. */
static int candidates(const sl_generator_request *request, int row, int *columns) {
  static const int offsets[] = {-5, -2, -1, 0, 1, 2, 5};
  int count = 0;
  for (size_t k = 0; k < sizeof offsets / sizeof *offsets; k++) {
    long long col = (long long)row + offsets[k];
    if (col >= 0 && col < request->size[0]) columns[count++] = (int)col;
  }
  for (int net = 0; net < net_count(request); net++) columns[count++] = net_node(request, net);
  return sl_family_sort_unique(columns, count);
}

static int circuit_row(const sl_generator_request *request, int row, int *columns) {
  if (is_net(request, row)) return net_row(request, row, columns);
  int possible[7 + MOST_DENSE];
  int count = candidates(request, row, possible);
  int length = 0;
  for (int k = 0; k < count; k++) {
    if (!is_connected(request, row, possible[k])) continue;
    if (columns) columns[length] = possible[k];
    length++;
  }
  return length;
}

const sl_generator sl_generator_circuit = {
    .num_sizes = 1,
    .lowest_size = 1,
    .options = {SL_SEED_OPTION, {"dense", 4, 0, MOST_DENSE}, SL_SPD_OPTION},
    .shape = sl_family_shape_square,
    .row = circuit_row,
};
