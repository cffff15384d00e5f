// plan.cuh: cuts a matrix into chunks of rows and stretches of columns, puts them into the memory
// of the device, and runs the kernels of tiles.cuh on them.
#ifndef FAST_06_PLAN_CUH
#define FAST_06_PLAN_CUH
#include "chunk.cuh"

#include <algorithm>
#include <climits>
#include <vector>

namespace gathered {
struct plan : device_memory {
  device_plan d{};
  int num_rows = 0, blocks = 0, sorted_columns = 0, pieces = 0, split = 1, shared = 0;
  int *d_order = nullptr;
  real *d_x_sorted = nullptr;
  shared_rows *d_pieces = nullptr;
};

// Warps read up to four places after an array's end.
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

// Counts the entries of each chunk in each stretch.
static std::vector<int> count_entries(const builder &b) {
  const bench_csr *a = b.a;
  const layout &l = *b.l;
  std::vector<int> counts((size_t)std::max(1, l.chunks) * b.stretches);
  bench_in_parts(l.chunks, a->nnz, [&](int first, int end) {
    for (int i = first; i < end; i++) {
      int *row = counts.data() + (size_t)i * b.stretches;
      int k1 = a->row_ptr[std::min<long long>(a->num_rows, (i + 1ll) * l.chunk_rows)];
      for (int k = a->row_ptr[i * l.chunk_rows]; k < k1; k++)
        row[l.width ? b.position(k) / l.width : 0]++;
    }
  });
  return counts;
}

static std::vector<chunk_out> build_chunks(const builder &b, int blocks) {
  const layout &l = *b.l;
  std::vector<double> costs(l.chunks);
  for (int i = 0; i < l.chunks; i++) costs[i] = b.chunk_cost(i);
  // Half a stretch is loaded twice, and a chunk's y is set to 0, written, and added.
  double extra = (l.width / 2. + 3. * l.chunk_rows) * VS;
  std::vector<int> wanted = count_parts(costs, blocks, extra);
  std::vector<chunk_out> chunks(l.chunks);
  bench_in_parts(l.chunks, b.a->nnz, [&](int first, int end) {
    for (int i = first; i < end; i++) b.build(i, wanted[i], &chunks[i]);
  });
  return chunks;
}

// Sets, for all parts, the places of their groups and commits in the arrays of all chunks, and for
// parts of cut chunks the places of their sums. Returns the number of sums.
static long long place_parts(const layout &l, int num_rows, std::vector<chunk_out> &chunks,
                             std::vector<part *> &parts, std::vector<shared_rows> &shared) {
  long long sums = 0;
  int staged = 0, direct = 0, commit = 0;
  for (int i = 0; i < l.chunks; i++) {
    int row0 = i * l.chunk_rows, rows = std::min(num_rows - row0, l.chunk_rows);
    int n = (int)chunks[i].parts.size();
    if (n > 1) shared.push_back({row0, rows, n, rows, sums});
    for (part &q : chunks[i].parts) {
      if (n > 1) {
        q.partial = sums;
        sums += rows;
      }
      for (warp_work &w : q.work) {
        w.direct.group += direct;
        w.staged.group += staged;
        w.direct.commit += commit;
        w.staged.commit += commit;
      }
      parts.push_back(&q);
    }
    staged += (int)chunks[i].staged.meta.size();
    direct += (int)chunks[i].direct.meta.size();
    commit += (int)(chunks[i].rows.size() / LANES);
  }
  return sums;
}

// Distributes the parts to blocks.
static std::vector<std::vector<part *>> share_out(std::vector<part *> parts, int blocks,
                                                  double extra) {
  std::stable_sort(parts.begin(), parts.end(),
                   [](const part *x, const part *y) { return x->cost > y->cost; });
  std::vector<double> costs;
  for (const part *q : parts) costs.push_back(q->cost + extra);
  std::vector<std::vector<part *>> mine(blocks);
  give_out(costs, blocks, [&](size_t i, int block, double) { mine[block].push_back(parts[i]); });
  return mine;
}

// Writes the work lists of the blocks for the device. Returns the last staged stretch, or -1.
static int list_work(plan *p, const layout &l, int num_cols,
                     const std::vector<std::vector<part *>> &mine) {
  std::vector<block_work> blocks;
  std::vector<visit> visits;
  std::vector<tile> tiles;
  std::vector<warp_work> work;
  int last_stretch = -1;
  for (const std::vector<part *> &parts : mine) {
    block_work k{(int)visits.size(), (int)parts.size(), (int)tiles.size(), 0};
    int before = -1, buffer = 1;
    for (const part *q : parts) {
      int row0 = q->chunk * l.chunk_rows, rows = std::min(p->num_rows - row0, l.chunk_rows), n = 0;
      for (const part_tile &t : q->tiles) {
        int s = t.stretch;
        if (s < 0) continue;
        bool fetch_x = s != before;
        if (fetch_x) buffer = l.buffers == 2 ? 1 - buffer : 0;
        tiles.push_back({s * l.width, std::min(l.width, num_cols - s * l.width), buffer, fetch_x});
        before = s;
        n++;
        last_stretch = std::max(last_stretch, s);
      }
      visits.push_back({row0, rows, (int)q->partial, n});
      work.insert(work.end(), q->work, q->work + WARPS);
    }
    k.tiles = (int)tiles.size() - k.tile;
    blocks.push_back(k);
  }
  p->blocks = (int)blocks.size();
  p->d.blocks = upload(p, blocks);
  p->d.visits = upload(p, visits);
  p->d.tiles = upload(p, tiles);
  p->d.work = upload(p, work);
  return last_stretch;
}

static void upload_entries(plan *p, const std::vector<chunk_out> &chunks) {
  typedef const chunk_out &chunk;
  typedef const std::vector<real> &reals;
  typedef const std::vector<unsigned> &words;
  device_plan &d = p->d;
  d.values = upload_all<real>(p, chunks, [](chunk c) -> reals { return c.staged.values; });
  d.cols = upload_all<unsigned short>(
      p, chunks, [](chunk c) -> const std::vector<unsigned short> & { return c.staged.cols; });
  d.meta = upload_all<unsigned>(p, chunks, [](chunk c) -> words { return c.staged.meta; });
  d.dvalues = upload_all<real>(p, chunks, [](chunk c) -> reals { return c.direct.values; });
  d.dcols = upload_all<int>(p, chunks,
                            [](chunk c) -> const std::vector<int> & { return c.direct.dcols; });
  d.dmeta = upload_all<unsigned>(p, chunks, [](chunk c) -> words { return c.direct.meta; });
  d.rows = upload_all<unsigned>(p, chunks, [](chunk c) -> words { return c.rows; });
}

// Lists the rows of cut chunks, in pieces for the blocks of add_partial.
static void list_shared(plan *p, const std::vector<shared_rows> &shared) {
  int most_parts = 1;
  for (const shared_rows &s : shared) most_parts = std::max(most_parts, s.parts);
  p->split = most_parts > 8 ? 8 : 1;
  int each = 256 / p->split;
  std::vector<shared_rows> pieces;
  for (const shared_rows &s : shared)
    for (int r = 0; r < s.rows; r += each)
      pieces.push_back({s.row0 + r, std::min(each, s.rows - r), s.parts, s.stride, s.partial + r});
  p->pieces = (int)pieces.size();
  p->d_pieces = upload(p, pieces);
}

static const char *prepare(const bench_csr *a, void **out, options o) {
  machine m = this_machine();
  plan *p = new plan;
  p->num_rows = a->num_rows;
  std::vector<int> degree;
  if (const char *trouble = count_degrees(a, &degree)) return bench_hand_over(p, out, trouble);
  columns cols[2];
  cols[0] = look_at_columns(a, degree, false);
  if (o.sorted != 0) cols[1] = look_at_columns(a, degree, true);
  // Sorting pays if columns differ a lot.
  if (o.sorted < 0 && cols[1].of(50000) < 1.3 * cols[0].of(50000)) cols[1].order.clear();
  double sectors = sectors_an_entry(a);
  int dynamic = m.shared_bytes - 256; // the bells
  layout l = choose(a, m, o, sectors, cols, dynamic);
  if (a->num_rows > 0 && l.chunks == 0) {
    return bench_hand_over(p, out, "a chunk of rows does not fit into shared memory");
  }
  if (o.limit_us > 0 && MEASURED * l.us > o.limit_us) {
    return bench_hand_over(p, out, "loading x through the caches is as fast");
  }
  const columns &c = cols[l.sorted];
  builder b{a, &l, &c, sectors, nullptr, 1};
  b.stretches = l.width && a->num_cols ? (a->num_cols - 1) / l.width + 1 : 1;
  std::vector<int> counts = count_entries(b);
  b.counts = &counts;
  std::vector<chunk_out> chunks = build_chunks(b, m.multiprocessors);
  std::vector<part *> parts;
  std::vector<shared_rows> shared;
  long long sums = place_parts(l, a->num_rows, chunks, parts, shared);
  if (sums > INT_MAX) return bench_hand_over(p, out, "too many rows are in several parts");
  int blocks = std::min((int)parts.size(), m.multiprocessors);
  int last = list_work(p, l, a->num_cols, share_out(parts, blocks, l.chunk_rows * (double)VS));
  upload_entries(p, chunks);
  list_shared(p, shared);
  if (sums) p->d.partial = reserve<real>(p, sums);
  p->d.buffers = l.buffers;
  p->d.y_room = y_room(l.chunk_rows);
  p->d.x_room = l.width;
  p->shared = (p->d.y_room + (last >= 0 ? l.width * l.buffers : 0)) * VS;
  if (l.sorted && last >= 0) {
    p->sorted_columns = std::min(a->num_cols, (last + 1) * l.width);
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
