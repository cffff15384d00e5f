/* test_generate.c: every family still generates the same bits as before, and survives failing
 * allocations.
 *
 * If a checksum changes, the matrices in old results are no longer the same. Therefore, change a
 * family only on purpose, and then update its checksum here. */
#include "base/test.h"

#include "base/parallel.h"
#include "generate/generate.h"

#include <stdio.h>

static const struct {
  const char *spec;
  uint64_t checksum;
} committed[] = {
    {"laplace2d5:5", UINT64_C(0x593E14CAF638CF05)},
    {"laplace2d5:40x31", UINT64_C(0xDC9912E047843D99)},
    {"laplace2d9:5", UINT64_C(0x434B6135AA63F54D)},
    {"laplace2d9:40x31", UINT64_C(0x33E740C7108D512B)},
    {"laplace3d7:4", UINT64_C(0xD6102B580FB1FB35)},
    {"laplace3d7:9x11x13", UINT64_C(0x0C835887753EDCD1)},
    {"hpcg:4", UINT64_C(0x83322B7B2F5452BC)},
    {"hpcg:9x11x13", UINT64_C(0x282E8BCD1CF4D6FD)},
    {"banded:10", UINT64_C(0x994B2FF9282E194C)},
    {"banded:1000,half=7,seed=3", UINT64_C(0x09431BAF7A48CD72)},
    {"fem:2", UINT64_C(0x96F852CBDC97ED7A)},
    {"fem:5x4x6,block=4,seed=9", UINT64_C(0x12803726548903D2)},
    {"fem:3,spd=1", UINT64_C(0x0B1D8C8A75FFF79E)},
    {"circuit:200,spd=1", UINT64_C(0xBA8C5FD4F3683B37)},
    {"torus2d4:3", UINT64_C(0x254C98340DAA05E3)},
    {"torus2d4:30x21,seed=4", UINT64_C(0x9DB78A61ACE9AACC)},
    {"qcd:3", UINT64_C(0xCD0FA28FAF1C3B52)},
    {"qcd:3x4x5x6,seed=4", UINT64_C(0xE266ED4E37AFFC8C)},
    {"rmat:4", UINT64_C(0x4E1D82DD71E35E77)},
    {"rmat:11,edges=8,a=45,b=22,c=22,seed=5", UINT64_C(0xC8EA9B4C2C13D2C0)},
    {"rmat:11,edges=8,shuffle=1", UINT64_C(0x8A1589E323E484B2)},
    {"web:20", UINT64_C(0x5619C6F1F60BD351)},
    {"web:3000,row=12,local=60,seed=2", UINT64_C(0x72CF1BD0D693AFDA)},
    {"web:3000,row=4,most=50", UINT64_C(0xCB76BC06B6D6276D)},
    {"circuit:20", UINT64_C(0xAE0EF5AC2FEFCBB8)},
    {"circuit:3000,dense=5,seed=2", UINT64_C(0x0C0B9BAE0D283EFF)},
    {"rail:4x60", UINT64_C(0xB5CBBF79E4F8912B)},
    {"rail:13x5000,column=5,seed=4", UINT64_C(0x57359864161D137C)},
    {"road:5x4", UINT64_C(0x1822BF60CBEECDD3)},
    {"road:60x41,seed=6", UINT64_C(0x94180A7E18CA48F1)},
    {"traffic:20", UINT64_C(0x5316594DABFF2047)},
    {"traffic:3001,hub=60,seed=6", UINT64_C(0x4EF9852E03137B67)},
    {"uniform:12x9", UINT64_C(0xA0281BCE7D260DFD)},
    {"uniform:300x200,row=20,seed=8", UINT64_C(0xA75E3831EB55D4CD)},
    {"hypersparse:100x7", UINT64_C(0xC51A9BF1DD8EE697)},
    {"hypersparse:20000x300,every=50,seed=8", UINT64_C(0x56E72C2732EED001)},
    {"gaps:30", UINT64_C(0x8CF2AC65ABDBB866)},
    {"gaps:1000x700,run=33,row=9,seed=8", UINT64_C(0xC75405E78E4C0699)},
    {"diagonal:9", UINT64_C(0x9681EC1097335BCC)},
    {"diagonal:300x500,seed=7", UINT64_C(0x49847EFE5B5232FC)},
    {"dense:3x4", UINT64_C(0x20CBD6107D89F11E)},
    {"dense:65x33,seed=7", UINT64_C(0x987424FB51F6E1E7)},
    {"empty:3x4", UINT64_C(0xD3FC2105715AD542)},
    {"empty:1000", UINT64_C(0x445AB1BB72FCB655)},
    {"onedense:7", UINT64_C(0x4EF8AB87AAB5D389)},
    {"onedense:300x500,seed=7", UINT64_C(0xCDA5C8695B1FD8ED)},
    {"messy:9", UINT64_C(0xEB92ECFBBA9ED4A7)},
    {"messy:300x40,row=11,seed=7", UINT64_C(0x23060B2DD867BB81)},
};

/* Continues an FNV-1a hash with the bytes of a number, in the same order on every machine. */
static uint64_t add_number(uint64_t hash, uint64_t number, int bytes) {
  for (int k = 0; k < bytes; k++) {
    hash = (hash ^ (number & 0xFF)) * UINT64_C(0x100000001B3);
    number >>= 8;
  }
  return hash;
}

static uint64_t checksum(const sl_csr *matrix) {
  uint64_t hash = UINT64_C(0xCBF29CE484222325);
  hash = add_number(hash, (uint32_t)matrix->num_rows, 4);
  hash = add_number(hash, (uint32_t)matrix->num_cols, 4);
  hash = add_number(hash, (uint32_t)matrix->nnz, 4);
  for (int row = 0; row <= matrix->num_rows; row++) {
    hash = add_number(hash, (uint32_t)matrix->row_ptr[row], 4);
  }
  for (int k = 0; k < matrix->nnz; k++) {
    uint64_t bits;
    memcpy(&bits, &matrix->values[k], sizeof bits);
    hash = add_number(hash, (uint32_t)matrix->col_idx[k], 4);
    hash = add_number(hash, bits, 8);
  }
  return hash;
}

static void matrices_are_those_committed(void **state) {
  (void)state;
  int changed = 0;
  for (size_t k = 0; k < sizeof committed / sizeof *committed; k++) {
    sl_csr matrix;
    assert_ok(sl_generate(committed[k].spec, &matrix));
    uint64_t got = checksum(&matrix);
    if (got != committed[k].checksum) {
      print_message("    {\"%s\", UINT64_C(0x%016llX)},\n", committed[k].spec,
                    (unsigned long long)got);
      changed++;
    }
    sl_csr_free(&matrix);
  }
  assert_int_equal(changed, 0);
}

static void matrices_do_not_depend_on_the_threads(void **state) {
  (void)state;
  static const int cores[] = {2, 3, 7, 16};
  for (size_t c = 0; c < sizeof cores / sizeof *cores; c++) {
    sl_parallel_pretend(cores[c], 1);
    matrices_are_those_committed(state);
    sl_parallel_pretend(0, 0);
  }
}

static void every_family_has_two_checksums(void **state) {
  (void)state;
  size_t count;
  const sl_family *families = sl_generate_families(&count);
  for (size_t f = 0; f < count; f++) {
    size_t length = strlen(families[f].name);
    int found = 0;
    for (size_t k = 0; k < sizeof committed / sizeof *committed; k++) {
      const char *spec = committed[k].spec;
      found += strncmp(spec, families[f].name, length) == 0 && spec[length] == ':';
    }
    if (found < 2) fail_msg("%s has %d checksums", families[f].name, found);
  }
}

static void another_seed_gives_another_matrix(void **state) {
  (void)state;
  sl_csr one, two;
  assert_ok(sl_generate("uniform:50,seed=1", &one));
  assert_ok(sl_generate("uniform:50,seed=2", &two));
  assert_true(checksum(&one) != checksum(&two));
  sl_csr_free(&two);
  assert_ok(sl_generate("uniform:50", &two));
  assert_true(checksum(&one) == checksum(&two)); /* the default seed is 1 */
  sl_csr_free(&two);
  sl_csr_free(&one);
}

static void failing_allocations_leave_nothing(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof committed / sizeof *committed; k++) {
    sl_csr matrix;
    assert_survives_failing_allocations(sl_generate(committed[k].spec, &matrix));
    sl_csr_free(&matrix);
  }
  assert_int_equal(sl_memory_live(), 0);
}

/* The message must appear after a few rows have been counted, not after two billion entries. */
static void absurd_sizes_are_refused_at_once(void **state) {
  (void)state;
  const char *const absurd[] = {"uniform:2147483647x2147483647",
                                "messy:2147483647",
                                "web:2147483647",
                                "onedense:2147483647",
                                "banded:2147483647",
                                "laplace2d5:46340",
                                "hpcg:1290",
                                "road:46340"};
  for (size_t i = 0; i < sizeof absurd / sizeof *absurd; i++) {
    sl_csr matrix;
    assert_fails(sl_generate(absurd[i], &matrix), SL_ERR_SIZE, "rows hold about");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(matrices_are_those_committed),
      cmocka_unit_test(matrices_do_not_depend_on_the_threads),
      cmocka_unit_test(every_family_has_two_checksums),
      cmocka_unit_test(another_seed_gives_another_matrix),
      cmocka_unit_test(failing_allocations_leave_nothing),
      cmocka_unit_test(absurd_sizes_are_refused_at_once),
  };
  return cmocka_run_group_tests_name("generate", tests, NULL, NULL);
}
