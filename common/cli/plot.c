/* plot.c: ./lab plot: plots of result files. */
#include "cli/cli.h"

#include "judge/toolchain.h"
#include "report/plots.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static const char usage[] = "usage: ./lab plot FILE.csv... [-o FOLDER]";

static sl_status make_folder(const char *folder) {
  if (mkdir(folder, 0777) == 0 || errno == EEXIST) return SL_OK;
  return sl_fail(SL_ERR_SYSTEM, "cannot make the folder %s: %m", folder);
}

static sl_status plot(int count, char **arguments) {
  const char *folder = SL_BINARY_DIR "/plots";
  sl_results results = {0};
  sl_status status = SL_OK;
  int files = 0;
  for (int i = 1; i < count && status == SL_OK; i++) {
    if (strcmp(arguments[i], "-o") == 0) {
      if (++i < count) folder = arguments[i];
      if (i == count) status = sl_fail(SL_ERR_USAGE, "-o needs a folder; %s", usage);
    } else if (arguments[i][0] == '-') {
      status = sl_fail(SL_ERR_USAGE, "plot has no option %s; %s", arguments[i], usage);
    } else {
      files++;
      status = sl_results_read(arguments[i], &results);
    }
  }
  if (status == SL_OK && files == 0) {
    status = sl_fail(SL_ERR_USAGE,
                     "the CSV file is missing: %s. ./lab run LAB --csv FILE.csv writes one", usage);
  }
  if (status == SL_OK) status = make_folder(folder);
  if (status == SL_OK) status = sl_plots_draw(stdout, &results, folder);
  sl_results_free(&results);
  return status;
}

int sl_cmd_plot(int count, char **arguments) {
  sl_status status = plot(count, arguments);
  return status == SL_OK ? 0 : sl_complain(status);
}
