// layout.cuh: chooses the sizes of chunks of rows and stretches of columns, by the bytes that they
// would move.
#ifndef FAST_06_LAYOUT_CUH
#define FAST_06_LAYOUT_CUH
#include "columns.cuh"
#include "tiles.cuh"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace gathered {
struct options {
  int sorted = -1;     // 1: hot columns first, 0: original order, -1: whichever is estimated to be
                       // faster
  double limit_us = 0; // refuse if it is estimated to take longer, unless 0
};

struct machine {
  int multiprocessors, shared_bytes;
};
static machine this_machine() {
  return {bench_device_attribute(cudaDevAttrMultiProcessorCount, 1),
          bench_device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, 48 * 1024)};
}

struct layout {
  int chunk_rows = 1, chunks = 0;
  int width = 0, buffers = 1; // columns of a stretch, and how many stretches are in shared memory
                              // at a time
  bool sorted = false;
  double us = 1e30; // estimated
};

// Returns the room for a chunk's y. Lanes without a row add to separate places after it.
static int spare_at(int chunk_rows) {
  return (chunk_rows + 31) / 32 * 32;
}
static int y_room(int chunk_rows) {
  return spare_at(chunk_rows) + THREADS;
}

static const double L2_RATE = 5.3e6, DRAM_RATE = 4.0e6; // bytes per microsecond
enum { VS = sizeof(real), IDS = 2 * LANES };

// Returns the number of entries from which staging a stretch pays.
static double worth(double width) {
  return 1.3 * width * VS / 32;
}

// Estimates the time as if the columns were evenly spread over all rows.
static void estimate(const bench_csr *a, const columns &c, const machine &m, double sectors,
                     layout *l) {
  double l2 = 0, dram = 0, loads = 0, staged_columns = 0,
         parts = std::max(1.0, (double)m.multiprocessors / std::max(1, l->chunks));
  for (int i = 0; i < l->chunks; i++) {
    int r0 = i * l->chunk_rows, r1 = std::min(a->num_rows, r0 + l->chunk_rows);
    double e = a->row_ptr[r1] - a->row_ptr[r0], rows = r1 - r0, cost = 0, left = 1, tiles = 0;
    for (double w = 0; l->width && w < a->num_cols; w += l->width) {
      double share = c.of(w + l->width) - c.of(w),
             width = std::min<double>(l->width, a->num_cols - w);
      if (e * share < worth(width)) continue;
      left -= share;
      tiles++;
      staged_columns = std::max(staged_columns, w + width);
      double ids = 2 * rows * (1 - std::exp(-e * share / rows));
      cost += e * share * (VS + 2) + ids + width * VS;
      dram += e * share * (VS + 2) + ids;
    }
    if (left > 1e-9) {
      double ids = 2 * rows * (1 - std::exp(-e * left / rows));
      cost += e * left * (VS + 4 + 32 * sectors) + ids;
      dram += e * left * (VS + 4) + ids;
    }
    if (tiles > 0 && tiles < 2 * parts && tiles != parts) { // tiles will be cut
      cost += l->width * VS * parts;
      tiles += parts;
    }
    loads += tiles;
    l2 += cost + rows * VS;
  }
  if (parts > 1) l2 += 2 * parts * a->num_rows * VS;
  double per = loads / m.multiprocessors;
  l->us = std::max(l2 / L2_RATE, dram / DRAM_RATE) +
          per * (l->buffers == 1 ? l->width * VS / 100e3 + 2 : 2) + (parts > 1 ? 3 : 0);
  if (l->sorted) l->us += 4 + staged_columns * (4 + 32 + VS) / DRAM_RATE; // sort_x
}

// The ratio of measured to estimated times on an H200: for R-MAT, 1.5 to 2.3 in float and 1.9 to
// 2.3 in double; for columns that are evenly spread, 1.0 to 1.7.
static const double MEASURED = sizeof(real) == 8 ? 2.1 : 1.8;

// Returns the layout with the shortest estimated time. If there are rows, it has at least one
// chunk.
static layout choose(const bench_csr *a, const machine &m, const options &o, double sectors,
                     const columns cols[2], int dynamic_bytes) {
  layout best;
  static const int usual = 528;
  static const int tries[] = {1,  2,  3,   4,   6,     11,        22,        33,
                              44, 66, 132, 264, usual, 2 * usual, 4 * usual, 8 * usual};
  int room = dynamic_bytes / VS;
  const int most = std::min(65536 - 2 * THREADS, room - 2 * THREADS - 2048); // rows per block
  const bool fits = a->num_rows <= (long long)most * usual * m.multiprocessors / 132;
  for (int sorted = 0; sorted < 2; sorted++) {
    if (o.sorted >= 0 ? o.sorted != sorted : sorted && cols[1].order.empty()) continue;
    for (int t : tries)
      for (int buffers = 1; buffers <= 2; buffers++)
        for (int narrow = 0; narrow < 2; narrow++) {
          layout l;
          if (t > usual && fits) continue;
          int chunks = std::max(1, (int)((long long)t * m.multiprocessors / 132));
          l.chunk_rows = std::max(1, (a->num_rows + chunks - 1) / chunks);
          if (a->num_rows > 4096 && l.chunk_rows < 1024) continue;
          if (l.chunk_rows > most) continue;
          l.chunks = a->num_rows ? (a->num_rows + l.chunk_rows - 1) / l.chunk_rows : 0;
          l.sorted = sorted;
          l.buffers = buffers;
          l.width = (room - y_room(l.chunk_rows)) / buffers / 32 * 32;
          if (l.width > 65536) l.width = 65536;
          if (narrow) {
            int parts = std::max(1, m.multiprocessors / std::max(1, l.chunks));
            int want = (a->num_cols / parts + 31) / 32 * 32 + 32;
            if (want >= l.width || want < 32) continue;
            l.width = want;
          }
          estimate(a, cols[sorted], m, sectors, &l);
          if (l.us < best.us) best = l;
        }
  }
  return best;
}

// Gives each job, largest first, to the block with the least work: give(job, block, new work of
// that block).
template <typename Give>
static void give_out(const std::vector<double> &jobs, int blocks, Give give) {
  typedef std::pair<double, int> block; // its work, and its number
  std::priority_queue<block, std::vector<block>, std::greater<block>> least;
  for (int i = 0; i < blocks; i++) least.push({0, i});
  for (size_t i = 0; i < jobs.size(); i++) {
    block b = least.top();
    least.pop();
    b.first += jobs[i];
    give(i, b.second, b.first);
    least.push(b);
  }
}

// Returns the largest work that one block has with these jobs.
static double longest_of(std::vector<double> jobs, int blocks) {
  double most = 0;
  std::sort(jobs.begin(), jobs.end(), std::greater<double>());
  give_out(jobs, blocks, [&](size_t, int, double has) { most = std::max(most, has); });
  return most;
}

// Chooses the number of parts of chunks with these costs. A part of a chunk costs `extra` in
// addition to its share. If there is one part more than blocks, one block takes twice as long, so
// the function tries many sizes of parts.
static std::vector<int> count_parts(const std::vector<double> &costs, int blocks, double extra) {
  double mean = 0, least = 1e300;
  for (double cost : costs) mean += cost / blocks;
  std::vector<int> best(costs.size(), 1);
  for (double size = 3 * mean; size > 0.8 * mean; size /= 1.005) {
    std::vector<int> parts;
    std::vector<double> jobs;
    for (double cost : costs) {
      int n = std::max(1, std::min(blocks, (int)std::ceil(cost / size)));
      parts.push_back(n);
      jobs.insert(jobs.end(), n, cost / n + (n > 1 ? extra : 0));
    }
    double longest = longest_of(jobs, blocks);
    if (longest < 0.98 * least) { // more parts must be clearly better
      least = longest;
      best = parts;
    }
  }
  return best;
}

} // namespace gathered
#endif
