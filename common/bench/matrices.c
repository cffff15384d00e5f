/* matrices.c: the standard matrices of the bench: all common kinds, both regular ones and those
 * that are bad for some formats. Those with a name from the SuiteSparse collection have the size
 * and shape of that matrix; they are generated, not downloaded. */
#include "bench/options.h"

const sl_bench_matrix sl_bench_matrices[] = {
    {"hpcg-160", "hpcg:160", "hpcg:24"},
    {"hpcg-32", "hpcg:32", "hpcg:12"},
    {"laplace3d7", "laplace3d7:256", "laplace3d7:32"},
    {"laplace2d5", "laplace2d5:4096", "laplace2d5:160"},
    {"mc2depi", "torus2d4:1025x513", "torus2d4:160x120"},
    {"elasticity", "fem:64", "fem:12"},
    {"pwtk", "fem:227x160x1,block=6", "fem:24x20x1,block=6"},
    {"qcd", "qcd:8", "qcd:4"},
    {"rmat-20", "rmat:20", "rmat:13"},
    {"rmat-22", "rmat:22", "rmat:14"},
    {"rmat-20-mixed", "rmat:20,shuffle=1", "rmat:13,shuffle=1"},
    {"rmat-22-mixed", "rmat:22,shuffle=1", "rmat:14,shuffle=1"},
    {"web", "web:1000000", "web:20000"},
    {"webbase", "web:1000005,row=4,most=4700", "web:20000,row=4,most=1000"},
    {"rail", "rail:4284x1096894,column=10", "rail:100x20000,column=10"},
    {"circuit", "circuit:1000000", "circuit:20000"},
    {"mawi", "traffic:18571154", "traffic:20000"},
    {"road", "road:3000", "road:150"},
    {"uniform", "uniform:1000000,row=32", "uniform:6000,row=32"},
    {"hypersparse", "hypersparse:20000000", "hypersparse:200000"},
    {"gaps", "gaps:4000000,run=1000,row=8", "gaps:20000,run=100,row=8"},
    {"dense", "dense:4096", "dense:400"},
};
const size_t sl_bench_num_matrices = sizeof sl_bench_matrices / sizeof *sl_bench_matrices;
