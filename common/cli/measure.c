/* measure.c: ./lab lens --measure-device FILE: measures the GPU of this machine for predictions. */
#include "cli/cli.h"

#include "base/process.h"
#include "judge/gpu.h"
#include "judge/machine.h"
#include "judge/module.h"
#include "judge/toolchain.h"

#include <stdio.h>

enum { MOST_SECONDS = 600 };

static sl_status measure(const char *path) {
  static sl_module module;
  char output[16384], line[256];
  int exit_code;
  const char *missing = sl_gpu_missing();
  if (missing) {
    return sl_fail(SL_ERR_MISSING,
                   "--measure-device measures the GPU of this machine, but %s. The GPUs that ./lab "
                   "devices lists need no measurement",
                   missing);
  }
  (void)printf("measuring this machine's GPU; this takes about a minute\n");
  (void)fflush(stdout);
  SL_TRY(sl_module_build_of_kit(SL_SOURCE_DIR "/common/lens/model/measure.cu", SL_GPU, &module));
  if (!module.compiled) {
    sl_machine_last_line(module.log, line, sizeof line);
    return sl_fail(SL_ERR_SYSTEM, "nvcc does not compile common/lens/model/measure.cu: %s", line);
  }
  const char *const arguments[] = {module.program, path, NULL};
  SL_TRY(sl_process_run_for(MOST_SECONDS, arguments, output, sizeof output, &exit_code));
  sl_machine_last_line(output, line, sizeof line);
  if (exit_code != 0) return sl_fail(SL_ERR_SYSTEM, "the GPU was not measured: %s", line);
  (void)printf("%s describes it. To predict its times: ./lab run 01 --device %s\n", path, path);
  return SL_OK;
}

int sl_measure_device(int count, char **arguments) {
  bool wrong = count != 3 || arguments[2][0] == '-';
  sl_status status = wrong ? sl_fail(SL_ERR_USAGE, "--measure-device takes only the file to write: "
                                                   "./lab lens --measure-device my-gpu.txt")
                           : measure(arguments[2]);
  return status == SL_OK ? 0 : sl_complain(status);
}
