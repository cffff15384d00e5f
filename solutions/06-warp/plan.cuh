// plan.cuh: cuts a matrix into chunks of rows and stretches of columns, and writes the entries in
// the order in which the warps of tiles.cuh read them.
#ifndef FAST_06_PLAN_CUH
#define FAST_06_PLAN_CUH
#include "bench/convert.cuh"
#include "tiles.cuh"

#include <algorithm>
#include <cmath>
#include <vector>

namespace gathered {
struct options {
  int chunks = 0, buffers = 0, width = 0, sorted = -1;
  bool direct = false;
  double limit_us = 0;
};

struct machine {
  int multiprocessors = 1, shared_bytes = 48 * 1024;
};
static machine this_machine() {
  machine m;
  int device = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&m.multiprocessors, cudaDevAttrMultiProcessorCount, device);
  cudaDeviceGetAttribute(&m.shared_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  return m;
}

struct layout {
  int chunk_rows = 1, chunks = 0, width = 0, buffers = 1;
  bool sorted = false;
  double us = 0; // estimated
};

struct plan : device_memory {
  device_plan d{};
  int num_rows = 0, blocks = 0, sorted_columns = 0, pieces = 0, split = 1, shared = 0;
  bool sorted = false;
  int *d_order = nullptr;
  real *d_x_sorted = nullptr;
  shared_rows *d_pieces = nullptr;
};

// The columns by degree, and what share of the entries the first of them have.
struct columns {
  std::vector<int> order, rank; // empty: as they stand
  std::vector<double> share;    // of the first k granules of 64 columns
  double of(double first) const {
    double at = first / 64;
    size_t i = (size_t)at;
    if (i + 1 >= share.size()) return share.back();
    return share[i] + (share[i + 1] - share[i]) * (at - (double)i);
  }
};
static __global__ void count_columns(int nnz, const int *col_idx, int *degree) {
  size_t k = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (k < (size_t)nnz) atomicAdd(&degree[col_idx[k]], 1);
}

// How many entries each column has, or why that cannot be counted.
static const char *count_degrees(const bench_csr *a, std::vector<int> *degree) {
  device_memory scratch;
  size_t bytes = a->num_cols * sizeof(int);
  int *d_degree = scratch.take<int>(a->num_cols);
  degree->assign(a->num_cols, 0);
  if (scratch.failed || a->nnz == 0) return scratch.trouble();
  cudaMemset(d_degree, 0, bytes);
  count_columns<<<bench_ceil_div(a->nnz, 256), 256>>>(a->nnz, a->d_col_idx, d_degree);
  cudaMemcpy(degree->data(), d_degree, bytes, cudaMemcpyDeviceToHost);
  return nullptr;
}

static columns look_at_columns(const bench_csr *a, const std::vector<int> &degree, bool sorted) {
  columns c;
  if (sorted) {
    int most = 0;
    for (int i = 0; i < a->num_cols; i++) most = std::max(most, degree[i]);
    std::vector<int> start(most + 2);
    for (int i = 0; i < a->num_cols; i++) start[most - degree[i] + 1]++;
    for (int d = 0; d <= most; d++) start[d + 1] += start[d];
    c.order.resize(a->num_cols);
    c.rank.resize(a->num_cols);
    for (int i = 0; i < a->num_cols; i++) {
      int at = start[most - degree[i]]++;
      c.order[at] = i;
      c.rank[i] = at;
    }
  }
  c.share.push_back(0);
  double sum = 0;
  for (int i = 0; i < a->num_cols; i++) {
    sum += degree[sorted ? c.order[i] : i];
    if (i % 64 == 63 || i + 1 == a->num_cols) c.share.push_back(sum / std::max(a->nnz, 1));
  }
  return c;
}

// How many bytes of x a direct entry costs: sectors that a cache of 4,096 does not hold, in
// samples.
static double sectors_an_entry(const bench_csr *a) {
  if (a->nnz == 0) return 1;
  const int SETS = 4096, PER_SECTOR = 32 / (int)sizeof(real);
  std::vector<int> cache(SETS, -1);
  long long misses = 0, entries = 0;
  int samples = 32, run = std::max(1, std::min(a->nnz / samples, 60000));
  for (int s = 0; s < samples; s++) {
    int first = (int)((long long)(a->nnz - run) * s / samples);
    std::fill(cache.begin(), cache.end(), -1);
    for (int k = first; k < first + run; k++) {
      int sector = a->col_idx[k] / PER_SECTOR, set = sector % SETS;
      misses += cache[set] != sector;
      cache[set] = sector;
      entries++;
    }
  }
  return (double)misses / (double)entries;
}

// Room for a chunk's y. Lanes without a row add to a place of their own behind it.
static int spare_at(int chunk_rows) {
  return (chunk_rows + 31) / 32 * 32;
}
static int y_room(int chunk_rows) {
  return spare_at(chunk_rows) + THREADS;
}

static const double L2_RATE = 5.3e6, DRAM_RATE = 4.0e6; // bytes a microsecond
enum { VS = sizeof(real), IDS = 2 * LANES };

static double worth(double width) {
  return 1.3 * width * VS / 32;
} // entries that pay for a stretch

static void estimate(const bench_csr *a, const columns &c, const machine &m, double sectors,
                     layout *l) {
  double l2 = 0, dram = 0, loads = 0,
         parts = std::max(1.0, (double)m.multiprocessors / std::max(1, l->chunks));
  for (int i = 0; i < l->chunks; i++) {
    int r0 = i * l->chunk_rows, r1 = std::min(a->num_rows, r0 + l->chunk_rows);
    double e = a->row_ptr[r1] - a->row_ptr[r0], rows = r1 - r0, cost = 0, left = 1, tiles = 0;
    for (double w = 0; l->width && w < a->num_cols; w += l->width) {
      double share = c.of(w + l->width) - c.of(w);
      if (e * share < worth(std::min((double)l->width, a->num_cols - w))) break;
      left -= share;
      tiles++;
      double ids = 2 * rows * (1 - std::exp(-e * share / rows));
      cost += e * share * (VS + 2) + ids + std::min((double)l->width, a->num_cols - w) * VS;
      dram += e * share * (VS + 2) + ids;
    }
    if (left > 1e-9) {
      double ids = 2 * rows * (1 - std::exp(-e * left / rows));
      cost += e * left * (VS + 4 + 32 * sectors) + ids;
      dram += e * left * (VS + 4) + ids;
    }
    if (tiles > 0 && tiles < 2 * parts && tiles != parts) {
      cost += l->width * VS * parts;
      tiles += parts;
    } // cut tiles
    loads += tiles;
    l2 += cost + rows * VS;
  }
  if (parts > 1) {
    l2 += 2 * parts * a->num_rows * VS;
  }
  double per = loads / m.multiprocessors;
  l->us = std::max(l2 / L2_RATE, dram / DRAM_RATE) +
          per * (l->buffers == 1 ? l->width * VS / 100e3 + 2 : 2) + (parts > 1 ? 3 : 0) +
          (l->sorted ? 4 : 0);
}

// In the mean, on an H200. Of hot columns, the ratio of five R-MAT graphs was 1.8 to 2.2 in float
// and 2.0 to 2.4 in double. Of columns as they stand, that of `uniform`, `rail` and the like
// was 1.1 to 2.0 in both.
static double measured_over_estimated(const layout &l) {
  if (!l.sorted) return 1.6;
  return sizeof(real) == 8 ? 2.2 : 2.0;
}

static layout choose(const bench_csr *a, const machine &m, const options &o, double sectors,
                     const columns cols[2], int dynamic_bytes) {
  layout best;
  best.us = 1e30;
  static const int usual = 528;
  static const int tries[] = {1,  2,  3,   4,   6,     11,        22,        33,
                              44, 66, 132, 264, usual, 2 * usual, 4 * usual, 8 * usual};
  int room = dynamic_bytes / VS;
  const int most = std::min(65536 - 2 * THREADS, room - 2 * THREADS - 2048); // rows in a block
  const bool fits = a->num_rows <= (long long)most * usual * m.multiprocessors / 132;
  for (int sorted = 0; sorted < 2; sorted++) {
    if (o.sorted >= 0 ? o.sorted != sorted : sorted && cols[1].order.empty()) continue;
    for (int t : tries)
      for (int buffers = 1; buffers <= 2; buffers++)
        for (int narrow = 0; narrow < 2; narrow++) {
          layout l;
          int chunks = o.chunks ? o.chunks : (int)((long long)t * m.multiprocessors / 132);
          if (o.chunks && t > 1) continue;
          if (t > usual && fits) continue;
          if (o.buffers && buffers != o.buffers) continue;
          if (chunks < 1) chunks = 1;
          l.chunk_rows = std::max(1, (a->num_rows + chunks - 1) / chunks);
          if (a->num_rows > 4096 && l.chunk_rows < 1024) continue;
          if (l.chunk_rows > most) {
            if (!o.chunks) continue;
            l.chunk_rows = std::min(most, room / 2);
          }
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
          if (o.width && o.width < l.width) l.width = o.width / 32 * 32;
          if (o.direct) l.width = 0;
          estimate(a, cols[sorted], m, sectors, &l);
          if (l.us < best.us) best = l;
        }
  }
  return best;
}

struct piece {
  unsigned short row;
  int start, length;
};
struct slice {
  int first, pieces, steps;
  bool shared;
};
struct segment {
  int slice, from, to;
};
struct bucket { // entries of one chunk in one stretch, or the direct ones
  std::vector<piece> pieces;
  std::vector<slice> slices;
  double load = 0, step = 0;
  int stretch = -1;
  double cost() const {
    double c = load;
    for (const slice &s : slices) c += s.steps * step + IDS;
    return slices.empty() ? 0 : c;
  }
};
struct part_tile {
  int bucket, steps;
  std::vector<segment> segments;
};
struct part {
  std::vector<part_tile> tiles;
  double cost = 0;
  warp_work work[WARPS];
  int chunk = 0;
  long long partial = -1;
};
struct arrays {
  std::vector<real> values;
  std::vector<unsigned short> cols;
  std::vector<int> dcols;
  std::vector<unsigned> meta;
};
struct chunk_out {
  arrays staged, direct;
  std::vector<unsigned> rows;
  std::vector<part> parts;
};

static size_t place(int g, int j, int lane) {
  return (size_t)g * GROUP + j / PER_16 * (LANES * PER_16) + lane * PER_16 + j % PER_16;
}
static size_t place_col(int g, int j, int lane) {
  return (size_t)g * GROUP + lane * 4 + j;
}

struct builder {
  const bench_csr *a;
  const layout *l;
  const columns *c;
  double sectors;
  double target;
  const std::vector<int> *counts;
  int stretches;

  bool staged(int chunk, int s) const {
    return l->width && (*counts)[(size_t)chunk * stretches + s] >=
                           worth(std::min(l->width, a->num_cols - s * l->width));
  }
  double chunk_cost(int chunk) const {
    double cost = 0, direct = 0;
    int rows = std::min(a->num_rows - chunk * l->chunk_rows, l->chunk_rows);
    for (int s = 0; s < stretches; s++) {
      double e = (*counts)[(size_t)chunk * stretches + s];
      double w = std::min(l->width, a->num_cols - s * l->width);
      if (staged(chunk, s))
        cost += e * (VS + 2) + 2 * rows * (1 - std::exp(-e / rows)) + w * VS;
      else
        direct += e;
    }
    return cost + direct * (VS + 4 + 32 * sectors) + 2 * rows * (1 - std::exp(-direct / rows));
  }
  int position(int k) const {
    int col = a->col_idx[k];
    return l->sorted ? c->rank[col] : col;
  }

  void make_buckets(int chunk, std::vector<int> &source, std::vector<bucket> &out) const {
    int r0 = chunk * l->chunk_rows, r1 = std::min(a->num_rows, r0 + l->chunk_rows);
    std::vector<int> which(stretches);
    out.clear();
    out.emplace_back(); // the direct ones
    for (int s = 0; s < stretches; s++) {
      which[s] = 0;
      if (staged(chunk, s)) {
        which[s] = (int)out.size();
        out.emplace_back();
        out.back().stretch = s;
        out.back().load = std::min(l->width, a->num_cols - s * l->width) * (double)VS;
      }
    }
    std::vector<int> at(out.size() + 1);
    for (int s = 0; s < stretches; s++)
      at[which[s] + 1] += (*counts)[(size_t)chunk * stretches + s];
    for (size_t b = 0; b < out.size(); b++) at[b + 1] += at[b];
    source.resize(a->row_ptr[r1] - a->row_ptr[r0]);
    std::vector<int> from(out.size());
    for (int r = r0; r < r1; r++) {
      for (size_t b = 0; b < out.size(); b++) from[b] = -1;
      if (a->row_ptr[r] == a->row_ptr[r + 1]) continue;
      std::vector<int> &start = from;
      for (int k = a->row_ptr[r]; k < a->row_ptr[r + 1]; k++) {
        int b = l->width ? which[position(k) / l->width] : 0;
        if (start[b] < 0) start[b] = at[b];
        source[at[b]++] = k;
      }
      for (size_t b = 0; b < out.size(); b++)
        if (start[b] >= 0)
          for (int p = start[b]; p < at[b]; p += MAX_PIECE)
            out[b].pieces.push_back(
                {(unsigned short)(r - r0), p, std::min((int)MAX_PIECE, at[b] - p)});
    }
    for (bucket &b : out) make_slices(b);
    out[0].step = LANES * (VS + 4 + 32 * sectors);
    for (size_t b = 1; b < out.size(); b++) out[b].step = LANES * (VS + 2.);
  }
  static void make_slices(bucket &b) {
    std::vector<int> start(MAX_PIECE + 2);
    for (const piece &p : b.pieces) start[MAX_PIECE - p.length + 1]++;
    for (int i = 0; i <= MAX_PIECE; i++) start[i + 1] += start[i];
    std::vector<piece> sorted(b.pieces.size());
    for (const piece &p : b.pieces) sorted[start[MAX_PIECE - p.length]++] = p;
    b.pieces.swap(sorted);
    // A row in several pieces has one of MAX_PIECE at least: shared where a whole piece is, or the
    // rest of one.
    std::vector<unsigned char> seen;
    for (const piece &p : b.pieces)
      if (p.length == MAX_PIECE) {
        if (seen.empty()) seen.resize(65536);
        seen[p.row] = 1;
      }
    for (size_t i = 0; i < b.pieces.size(); i += LANES) {
      int n = (int)std::min<size_t>(LANES, b.pieces.size() - i);
      bool shared = false;
      for (int q = 0; q < n && !seen.empty(); q++) shared |= seen[b.pieces[i + q].row] != 0;
      b.slices.push_back({(int)i, n, b.pieces[i].length, shared});
    }
  }
  // Cuts the chunk's steps into parts that cost about `share` each, and at most `wanted` of them.
  void cut_at(const std::vector<bucket> &buckets, int wanted, double share,
              std::vector<part> &out) const {
    out.clear();
    out.emplace_back();
    for (size_t b = 0; b < buckets.size(); b++) {
      const bucket &k = buckets[b];
      if (k.slices.empty()) continue;
      double whole = k.cost(), slack = whole < share / 2 ? 0.25 * whole : 0.02 * share;
      auto open = [&]() {
        out.back().tiles.push_back({(int)b, 0, {}});
        out.back().cost += k.load;
      };
      open();
      for (size_t i = 0; i < k.slices.size(); i++) {
        int from = 0, end = k.slices[i].steps;
        while (from < end) {
          part &p = out.back();
          int take = end - from;
          double left = share + slack - p.cost - IDS;
          if ((int)out.size() < wanted && left < take * k.step)
            take = std::max(1, (int)(left / k.step));
          p.tiles.back().segments.push_back({(int)i, from, from + take});
          p.tiles.back().steps += take;
          p.cost += take * k.step + IDS;
          from += take;
          bool more = from < end || i + 1 < k.slices.size();
          if (more && (int)out.size() < wanted && p.cost >= share + slack - k.step - IDS) {
            out.emplace_back();
            open();
          }
        }
      }
      if (b + 1 < buckets.size() && (int)out.size() < wanted && out.back().cost >= share - slack)
        out.emplace_back();
    }
    if (out.size() > 1 && out.back().tiles.empty()) out.pop_back();
  }
  // A tile that is cut costs its x twice, so the parts cost more than the whole.
  void cut(const std::vector<bucket> &buckets, int wanted, double cost,
           std::vector<part> &out) const {
    double share = cost / wanted;
    for (int i = 0; i < 40; i++, share *= 1.03) {
      cut_at(buckets, wanted, share, out);
      if (out.back().cost <= 1.05 * share) return;
    }
  }
  // Writes groups first to last of a tile's steps.
  void emit(const bucket &b, const part_tile &t, const std::vector<int> &source, int first,
            int last, int spare, arrays &to, std::vector<unsigned> &rows) const {
    int step = first * STEPS, end = std::min(last * STEPS, t.steps), at = 0;
    size_t i = 0;
    while (i < t.segments.size() && at + t.segments[i].to - t.segments[i].from <= step) {
      at += t.segments[i].to - t.segments[i].from;
      i++;
    }
    int g = (int)to.meta.size() - 1, j = STEPS;
    unsigned short mine[STEPS][LANES];
    int done = 0; // the rows of this group
    auto close = [&]() {
      int planes = (done + 1) / 2;
      if (done) to.meta[g] |= (unsigned)planes << ROWS_AT;
      for (int q = 0; q < planes; q++)
        for (int lane = 0; lane < LANES; lane++)
          rows.push_back(mine[2 * q][lane] |
                         (unsigned)(2 * q + 1 < done ? mine[2 * q + 1][lane] : 0) << 16);
      done = 0;
    };
    for (; step < end; i++) {
      const segment &s = t.segments[i];
      const slice &sl = b.slices[s.slice];
      int from = s.from + (step - at), upto = std::min(s.to, from + (end - step));
      for (int q = from; q < upto; q++) {
        if (j == STEPS) {
          close();
          j = 0;
          g++;
          to.meta.push_back(0);
          to.values.resize(to.values.size() + GROUP);
          if (b.stretch >= 0)
            to.cols.resize(to.cols.size() + GROUP);
          else
            to.dcols.resize(to.dcols.size() + GROUP);
        }
        for (int lane = 0; lane < sl.pieces; lane++) {
          const piece &p = b.pieces[sl.first + lane];
          if (q >= p.length) break; // they fall
          int k = source[p.start + q];
          to.values[place(g, j, lane)] = a->values[k];
          if (b.stretch >= 0)
            to.cols[place_col(g, j, lane)] = (unsigned short)(position(k) - b.stretch * l->width);
          else
            to.dcols[place_col(g, j, lane)] = a->col_idx[k];
        }
        if (q + 1 == upto) {
          bool atomic = sl.shared || from > 0 || upto < sl.steps;
          to.meta[g] |= (1u << j) | (atomic ? (unsigned)SHARED : 0);
          for (int lane = 0; lane < LANES; lane++)
            mine[done][lane] =
                lane < sl.pieces ? b.pieces[sl.first + lane].row : (unsigned short)(spare + lane);
          done++;
        }
        j++;
      }
      step += upto - from;
      at = step; // the next segment begins here
    }
    close();
  }
  void build(int chunk, chunk_out *out) const {
    std::vector<int> source;
    std::vector<bucket> buckets;
    make_buckets(chunk, source, buckets);
    double cost = 0;
    for (const bucket &b : buckets) cost += b.cost();
    int wanted = cost < 1.15 * target ? 1 : (int)std::ceil(cost / target - 0.15);
    cut(buckets, wanted, cost, out->parts);
    for (part &p : out->parts) {
      p.chunk = chunk;
      int turn[2] = {0, 0};
      std::vector<int> turns(p.tiles.size());
      for (size_t t = 0; t < p.tiles.size(); t++) {
        bool d = buckets[p.tiles[t].bucket].stretch < 0;
        turns[t] = turn[d];
        turn[d] = (turn[d] + (p.tiles[t].steps + STEPS - 1) / STEPS) % WARPS;
      }
      for (int w = 0; w < WARPS; w++) {
        for (int d = 1; d >= 0; d--) {
          arrays &to = d ? out->direct : out->staged;
          stream s{(int)to.meta.size(), 0, (int)(out->rows.size() / LANES)};
          bool any = false;
          for (size_t t = 0; t < p.tiles.size(); t++) {
            const part_tile &pt = p.tiles[t];
            const bucket &b = buckets[pt.bucket];
            if ((b.stretch < 0) != (d != 0)) continue;
            if (any) { // the tile before has ended
              if ((int)to.meta.size() == s.group) {
                to.meta.push_back(0);
                to.values.resize(to.values.size() + GROUP);
                to.cols.resize(to.cols.size() + GROUP);
              }
              to.meta.back() += 1u << ENDS_AT;
            }
            any = true;
            int groups = (pt.steps + STEPS - 1) / STEPS, each = groups / WARPS,
                rest = groups % WARPS;
            int me = (w - turns[t] + WARPS) % WARPS;
            int first = me * each + std::min(me, rest), last = first + each + (me < rest);
            emit(b, pt, source, first, last, spare_at(l->chunk_rows) + w * LANES, to, out->rows);
          }
          s.groups = (int)to.meta.size() - s.group;
          (d ? p.work[w].direct : p.work[w].staged) = s;
        }
      }
    }
  }
};

// Warps read up to four places behind an array's end.
template <typename T> static T *reserve(plan *p, size_t count) {
  return p->take<T>(count + 4);
}
template <typename T> static T *upload(plan *p, const T *from, size_t count) {
  T *to = reserve<T>(p, count);
  if (to && count) cudaMemcpy(to, from, count * sizeof(T), cudaMemcpyHostToDevice);
  return to;
}
template <typename T> static T *upload(plan *p, const std::vector<T> &v) {
  return upload(p, v.data(), v.size());
}

template <typename T, typename GET>
static T *upload_all(plan *p, const std::vector<chunk_out> &chunks, GET get) {
  size_t count = 0, at = 0;
  for (const chunk_out &c : chunks) count += get(c).size();
  T *to = reserve<T>(p, count);
  for (const chunk_out &c : chunks) {
    if (to && get(c).size())
      cudaMemcpy(to + at, get(c).data(), get(c).size() * sizeof(T), cudaMemcpyHostToDevice);
    at += get(c).size();
  }
  return to;
}

static const char *prepare(const bench_csr *a, void **out, options o) {
  machine m = this_machine();
  plan *p = new plan;
  p->num_rows = a->num_rows;
  double sectors = sectors_an_entry(a);
  columns cols[2];
  int dynamic = m.shared_bytes - 256; // the bells
  if (!o.direct) {
    std::vector<int> degree;
    if (const char *trouble = count_degrees(a, &degree)) return bench_hand_over(p, out, trouble);
    cols[0] = look_at_columns(a, degree, false);
    if (o.sorted != 0) cols[1] = look_at_columns(a, degree, true);
  } else
    cols[0].share = {0, 1}, cols[1].share = {0, 1};
  // Sorting pays where columns differ much.
  if (o.sorted < 0 && !o.direct && cols[1].of(50000) < 1.3 * cols[0].of(50000))
    cols[1].order.clear();
  layout l = choose(a, m, o, sectors, cols, dynamic);
  if (o.limit_us > 0 && measured_over_estimated(l) * l.us > o.limit_us) {
    delete p;
    return "x is fetched as quickly through the caches";
  }
  p->sorted = l.sorted && l.width;
  const columns &c = cols[l.sorted];
  builder b{a, &l, &c, sectors, 0, nullptr, 1};
  b.stretches = l.width && a->num_cols ? (a->num_cols + l.width - 1) / l.width : 1;
  std::vector<int> counts((size_t)std::max(1, l.chunks) * b.stretches);
  bench_in_parts(l.chunks, a->nnz, [&](int first, int end) {
    for (int i = first; i < end; i++) {
      int *row = counts.data() + (size_t)i * b.stretches;
      int k1 = a->row_ptr[std::min(a->num_rows, (i + 1) * l.chunk_rows)];
      for (int k = a->row_ptr[i * l.chunk_rows]; k < k1; k++)
        row[l.width ? b.position(k) / l.width : 0]++;
    }
  });
  b.counts = &counts;
  double total = 0;
  for (int i = 0; i < l.chunks; i++) total += b.chunk_cost(i);
  b.target = total / m.multiprocessors + 1;
  std::vector<chunk_out> chunks(l.chunks);
  bench_in_parts(l.chunks, a->nnz, [&](int first, int end) {
    for (int i = first; i < end; i++) b.build(i, &chunks[i]);
  });
  // What is stored where, and which block does what.
  std::vector<part *> parts;
  std::vector<shared_rows> pieces;
  long long partial = 0;
  int most_parts = 1;
  int g = 0, dg = 0, commit = 0;
  for (int i = 0; i < l.chunks; i++) {
    int row0 = i * l.chunk_rows, rows = std::min(a->num_rows - row0, l.chunk_rows);
    int n = (int)chunks[i].parts.size();
    if (n > 1) {
      pieces.push_back({row0, rows, n, rows, partial});
      most_parts = std::max(most_parts, n);
    }
    for (part &q : chunks[i].parts) {
      if (n > 1) {
        q.partial = partial;
        partial += rows;
      }
      for (warp_work &w : q.work) {
        w.direct.group += dg;
        w.staged.group += g;
        w.direct.commit += commit;
        w.staged.commit += commit;
      }
      parts.push_back(&q);
    }
    g += (int)chunks[i].staged.meta.size();
    dg += (int)chunks[i].direct.meta.size();
    commit += (int)(chunks[i].rows.size() / LANES);
  }
  std::stable_sort(parts.begin(), parts.end(),
                   [](const part *x, const part *y) { return x->cost > y->cost; });
  p->blocks = std::min((int)parts.size(), m.multiprocessors);
  std::vector<std::vector<part *>> mine(p->blocks);
  std::vector<double> load(p->blocks);
  for (part *q : parts) {
    int least = (int)(std::min_element(load.begin(), load.end()) - load.begin());
    mine[least].push_back(q);
    load[least] += q->cost + l.chunk_rows * VS;
  }
  std::vector<block_work> blocks;
  std::vector<visit> visits;
  std::vector<tile> tiles;
  std::vector<warp_work> work;
  int max_stretch = -1;
  for (int i = 0; i < p->blocks; i++) {
    block_work k{(int)visits.size(), (int)mine[i].size(), (int)tiles.size(), 0};
    int last = -1, buffer = 1;
    for (part *q : mine[i]) {
      int row0 = q->chunk * l.chunk_rows, rows = std::min(a->num_rows - row0, l.chunk_rows), n = 0;
      for (part_tile &t : q->tiles) {
        // The bucket's number does not tell the stretch: count the staged ones of the chunk.
        int s = -1;
        if (t.bucket > 0) {
          int left = t.bucket;
          for (s = 0; s < b.stretches; s++)
            if (b.staged(q->chunk, s) && --left == 0) break;
        }
        if (s < 0) continue;
        bool fetch_x = s != last;
        if (fetch_x) buffer = l.buffers == 2 ? 1 - buffer : 0;
        tiles.push_back(
            {s * l.width, std::min(l.width, a->num_cols - s * l.width), buffer, fetch_x});
        last = s;
        n++;
        max_stretch = std::max(max_stretch, s);
      }
      visits.push_back({row0, rows, (int)q->partial, n});
      work.insert(work.end(), q->work, q->work + WARPS);
    }
    k.tiles = (int)tiles.size() - k.tile;
    blocks.push_back(k);
  }
  device_plan &d = p->d;
  d.blocks = upload(p, blocks);
  d.visits = upload(p, visits);
  d.tiles = upload(p, tiles);
  d.work = upload(p, work);
  d.values = upload_all<real>(
      p, chunks, [](const chunk_out &c) -> const std::vector<real> & { return c.staged.values; });
  d.cols = upload_all<unsigned short>(
      p, chunks,
      [](const chunk_out &c) -> const std::vector<unsigned short> & { return c.staged.cols; });
  d.meta = upload_all<unsigned>(
      p, chunks, [](const chunk_out &c) -> const std::vector<unsigned> & { return c.staged.meta; });
  d.dvalues = upload_all<real>(
      p, chunks, [](const chunk_out &c) -> const std::vector<real> & { return c.direct.values; });
  d.dcols = upload_all<int>(
      p, chunks, [](const chunk_out &c) -> const std::vector<int> & { return c.direct.dcols; });
  d.dmeta = upload_all<unsigned>(
      p, chunks, [](const chunk_out &c) -> const std::vector<unsigned> & { return c.direct.meta; });
  d.rows = upload_all<unsigned>(
      p, chunks, [](const chunk_out &c) -> const std::vector<unsigned> & { return c.rows; });
  if (partial) d.partial = reserve<real>(p, partial);
  d.buffers = l.buffers;
  d.y_room = y_room(l.chunk_rows);
  d.x_room = l.width;
  p->shared = (d.y_room + (max_stretch >= 0 ? d.x_room * l.buffers : 0)) * VS;
  p->split = most_parts > 8 ? 8 : 1;
  std::vector<shared_rows> small;
  for (const shared_rows &s : pieces)
    for (int r = 0; r < s.rows; r += 256 / p->split)
      small.push_back(
          {s.row0 + r, std::min(256 / p->split, s.rows - r), s.parts, s.stride, s.partial + r});
  p->pieces = (int)small.size();
  p->d_pieces = upload(p, small);
  if (p->sorted && max_stretch >= 0) {
    p->sorted_columns = std::min(a->num_cols, (max_stretch + 1) * l.width);
    p->d_order = upload(p, c.order.data(), p->sorted_columns);
    p->d_x_sorted = reserve<real>(p, p->sorted_columns);
  }
  cudaFuncSetAttribute(spmv_tiles, cudaFuncAttributeMaxDynamicSharedMemorySize, dynamic);
  return bench_hand_over(p, out);
}

static void run(void *plan_, real alpha, const real *x, real beta, real *y) {
  plan *p = (plan *)plan_;
  if (p->num_rows == 0) return;
  const real *x_sorted = x;
  if (p->sorted_columns) {
    sort_x<<<(p->sorted_columns + 255) / 256, 256>>>(p->sorted_columns, p->d_order, x,
                                                     p->d_x_sorted);
    x_sorted = p->d_x_sorted;
  }
  spmv_tiles<<<p->blocks, THREADS, p->shared>>>(p->d, alpha, x_sorted, x, beta, y);
  if (p->pieces) {
    if (p->split == 8)
      add_partial<8><<<p->pieces, 256>>>(p->d_pieces, p->d.partial, alpha, beta, y);
    else
      add_partial<1><<<p->pieces, 256>>>(p->d_pieces, p->d.partial, alpha, beta, y);
  }
}
} // namespace gathered
#endif
