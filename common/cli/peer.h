/** @file peer.h
 *  A library's times beside those of a judged file.
 */
#ifndef SL_CLI_PEER_H
#define SL_CLI_PEER_H

#include "cli/cli.h"

/** Whether `./lab run --peer` can be used. Errors: SL_ERR_USAGE if the library has no peer for the
 *  lab; SL_ERR_MISSING without a GPU. */
sl_status sl_peer_check(const sl_lab *lab, const sl_options *options);

/** Judges and times cuSPARSE on the measured cases of `result`, and prints its times beside the
 *  shortest ones of the judged file. Appends its results to the CSV file, if there is one. Errors:
 *  those of sl_judging_run_lab and sl_report_csv. */
sl_status sl_peer_show(const sl_lab_result *result, const sl_options *options);

#endif
