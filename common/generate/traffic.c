/* traffic.c: family traffic: hosts that exchange packets, and a hub that communicates with most of
 * them. One row and one column are very long, and all other rows have one or two entries. The
 * structure is symmetric.
 *
 * Source of the structure: the mawi matrices of the SuiteSparse collection (mawi_201512012345: 18.6
 * million rows, 2.05 entries per row, 16.4 million of the 38 million in one row). */
#include "generate/family.h"

enum { HUB = 1 }; /* index of the option */

static int hub_node(const sl_generator_request *request) {
  return request->size[0] / 3;
}

/* Whether the node has a partner. Nodes 2k and 2k + 1 are partners. If the number of nodes is odd,
 * the last has no partner. The neighbor of the hub has none either. */
static bool has_partner(const sl_generator_request *request, int node) {
  int partner = node ^ 1;
  return partner < request->size[0] && partner != hub_node(request);
}

static bool meets_hub(const sl_generator_request *request, int node) {
  if (!has_partner(request, node)) return true; /* so that no row is empty */
  uint64_t bits = sl_family_pair_bits(request, node, hub_node(request));
  return bits % 100 < (uint64_t)request->option[HUB];
}

/* Whether the node communicates with its partner. It does if one of the two does not communicate
 * with the hub, and otherwise in one of eight pairs. */
static bool meets_partner(const sl_generator_request *request, int node) {
  if (!has_partner(request, node)) return false;
  if (!meets_hub(request, node) || !meets_hub(request, node ^ 1)) return true;
  return sl_family_pair_bits(request, node, node ^ 1) % 8 == 0;
}

static int hub_row(const sl_generator_request *request, int hub, int *columns) {
  int length = 0;
  for (int col = 0; col < request->size[0]; col++) {
    if (col == hub || !meets_hub(request, col)) continue;
    if (columns) columns[length] = col;
    length++;
  }
  return length;
}

static int traffic_row(const sl_generator_request *request, int row, int *columns) {
  int hub = hub_node(request);
  if (row == hub) return hub_row(request, hub, columns);
  int found[2];
  int count = 0;
  if (meets_hub(request, row)) found[count++] = hub;
  if (meets_partner(request, row)) found[count++] = row ^ 1;
  if (columns) {
    bool swapped = count == 2 && found[1] < found[0];
    for (int k = 0; k < count; k++) columns[k] = found[swapped ? 1 - k : k];
  }
  return count;
}

const sl_generator sl_generator_traffic = {
    .num_sizes = 1,
    .lowest_size = 1,
    .options = {SL_SEED_OPTION, {"hub", 88, 0, 100}},
    .shape = sl_family_shape_square,
    .row = traffic_row,
    .value = sl_family_symmetric_value,
};
