/* web.c: family web: pages with few links and hubs with many. Most links are to pages nearby.
 *
 * The row lengths follow a power law with exponent 7/3, close to that of the in-degrees of the Web:
 * A. Broder et al., Graph structure in the Web, Computer Networks 33, 2000. */
#include "generate/family.h"

#include <math.h>

enum { ROW = 1, LOCAL, MOST }; /* indices of the options */

/* Returns a random number of links, shortest · u^(-3/4). It uses only square roots, because all
 * machines round them identically, which is not true of pow. */
static int link_count(const sl_generator_request *request, sl_random *random) {
  int most = request->size[0] / 2; /* because sl_family_draw_columns needs twice as many columns */
  if (most > request->option[MOST]) most = (int)request->option[MOST];
  if (most < 1) most = 1;
  double shortest = (double)request->option[ROW] / 4; /* a quarter of the mean */
  double root = sqrt(1 - sl_random_unit(random));
  double length = shortest / (root * sqrt(root));
  if (length >= most) return most;
  return length < 1 ? 1 : (int)length;
}

typedef struct link_draw {
  const sl_generator_request *request;
  sl_random random;
  int page;
  int reach; /* the largest distance of a local link */
} link_draw;

static int draw_link(void *context) {
  link_draw *link = context;
  int num_pages = link->request->size[0];
  if (sl_random_below(&link->random, 100) < link->request->option[LOCAL]) {
    long long distance = sl_random_below(&link->random, 2 * link->reach + 1) - link->reach;
    long long page = link->page + distance;
    if (page >= 0 && page < num_pages) return (int)page;
  }
  return sl_random_below(&link->random, num_pages);
}

static int web_row(const sl_generator_request *request, int row, int *columns) {
  link_draw link = {.request = request, .random = sl_row_random(request, row), .page = row};
  int length = link_count(request, &link.random);
  /* Local links go up to twice their number in each direction, but not beyond the matrix. */
  link.reach = length < request->size[0] / 4 ? 2 * length + 16 : request->size[0] / 2;
  if (columns) sl_family_draw_columns(length, draw_link, &link, columns);
  return length;
}

const sl_generator sl_generator_web = {
    .num_sizes = 1,
    .lowest_size = 1,
    .options = {SL_SEED_OPTION,
                {"row", 8, 1, 10000},
                {"local", 80, 0, 100},
                {"most", 1000000000, 1, 1000000000}},
    .shape = sl_family_shape_square,
    .row = web_row,
};
