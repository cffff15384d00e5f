// chunk.cuh: writes the entries of a chunk of rows in the order in which the warps of tiles.cuh
// read them.
#ifndef FAST_06_CHUNK_CUH
#define FAST_06_CHUNK_CUH
#include "layout.cuh"

#include <algorithm>
#include <cmath>
#include <vector>

namespace gathered {
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
  int bucket, stretch, steps;
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
    out.emplace_back(); // the direct entries
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
      for (int k = a->row_ptr[r]; k < a->row_ptr[r + 1]; k++) {
        int b = l->width ? which[position(k) / l->width] : 0;
        if (from[b] < 0) from[b] = at[b];
        source[at[b]++] = k;
      }
      for (size_t b = 0; b < out.size(); b++)
        if (from[b] >= 0)
          for (int p = from[b]; p < at[b]; p += MAX_PIECE)
            out[b].pieces.push_back(
                {(unsigned short)(r - r0), p, std::min((int)MAX_PIECE, at[b] - p)});
    }
    for (bucket &b : out) make_slices(b);
    out[0].step = LANES * (VS + 4 + 32 * sectors);
    for (size_t b = 1; b < out.size(); b++) out[b].step = LANES * (VS + 2.);
  }
  // Orders pieces of equal length so that neighbours have rows in different banks, because the
  // lanes of a warp add to these rows at the same time.
  static void spread_rows(const std::vector<piece> &from, std::vector<piece> &to) {
    enum { BANKS = 128 / sizeof(real) };
    std::vector<int> lists[BANKS];
    size_t out = 0;
    for (size_t i = 0, end; i < from.size(); i = end) {
      for (end = i; end < from.size() && from[end].length == from[i].length; end++)
        lists[from[end].row % BANKS].push_back((int)end);
      for (size_t turn = 0; out < end; turn++)
        for (const auto &list : lists)
          if (turn < list.size()) to[out++] = from[list[turn]];
      for (auto &list : lists) list.clear();
    }
  }
  static void make_slices(bucket &b) {
    std::vector<int> start(MAX_PIECE + 2);
    for (const piece &p : b.pieces) start[MAX_PIECE - p.length + 1]++;
    for (int i = 0; i <= MAX_PIECE; i++) start[i + 1] += start[i];
    std::vector<piece> sorted(b.pieces.size());
    for (const piece &p : b.pieces) sorted[start[MAX_PIECE - p.length]++] = p;
    spread_rows(sorted, b.pieces);
    // A row in several pieces has at least one piece of MAX_PIECE entries. So a row is shared if it
    // has such a piece, or is the rest after one.
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
        out.back().tiles.push_back({(int)b, k.stretch, 0, {}});
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
  // A cut tile loads its x twice, so the parts cost more than the whole.
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
          if (q >= p.length) break; // the lengths descend
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
  void build(int chunk, int wanted, chunk_out *out) const {
    std::vector<int> source;
    std::vector<bucket> buckets;
    make_buckets(chunk, source, buckets);
    double cost = 0;
    for (const bucket &b : buckets) cost += b.cost();
    cut(buckets, wanted, cost, out->parts);
    for (part &p : out->parts) {
      p.chunk = chunk;
      int turn[2] = {0, 0};
      std::vector<int> turns(p.tiles.size());
      for (size_t t = 0; t < p.tiles.size(); t++) {
        bool d = p.tiles[t].stretch < 0;
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
            if ((pt.stretch < 0) != (d != 0)) continue;
            if (any) { // the previous tile has ended
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
            emit(buckets[pt.bucket], pt, source, first, last, spare_at(l->chunk_rows) + w * LANES,
                 to, out->rows);
          }
          s.groups = (int)to.meta.size() - s.group;
          (d ? p.work[w].direct : p.work[w].staged) = s;
        }
      }
    }
  }
};

} // namespace gathered
#endif
