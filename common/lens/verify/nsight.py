"""Reads what Nsight Compute counted from its report: per source line, and per kernel.

Used by compare.py for a lab's module and by kernels.py for standalone programs. Needs ncu with its
Python module ncu_report, and permission to read the hardware's counters.
"""
import csv
import glob
import os
import shutil
import subprocess
import sys

# Counters of a source line, named as in lens.h, and the metric for each machine instruction. Nsight
# derives these from the addresses of each executed instruction.
METRICS = {
    "requests": "inst_executed",
    "threads": "thread_inst_executed_true",
    "sectors": "memory_l2_theoretical_sectors_global",
    "ideal_sectors": "memory_l2_theoretical_sectors_global_ideal",
    "wavefronts": "memory_l1_wavefronts_shared",
    "ideal_wavefronts": "memory_l1_wavefronts_shared_ideal",
}
# The hardware's own counters of a whole kernel, added up by space and operation. `requests` leaves
# out instructions issued without any active thread; `sectors` of atomics include all replays.
TOTALS = {
    ("global", "load"): {
        "requests": ["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"],
        "sectors": ["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"]},
    ("global", "store"): {
        "requests": ["l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"],
        "sectors": ["l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"]},
    ("global", "atomic"): {
        "requests": ["l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
                     "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum"],
        "sectors": ["l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum",
                    "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum"]},
    **{("shared", operation): {
        "requests": [f"smsp__inst_executed_op_shared_{op}_pred_on_any.sum"],
        "wavefronts": [f"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{op}.sum"],
        "bank_conflicts": [f"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{op}.sum"]}
       for operation, op in (("load", "ld"), ("store", "st"), ("atomic", "atom"))},
}
# The space and operation of each opcode that is compared.
OPCODES = {
    "LDG": ("global", "load"), "STG": ("global", "store"), "RED": ("global", "atomic"),
    "REDG": ("global", "atomic"), "ATOM": ("global", "atomic"), "ATOMG": ("global", "atomic"),
    "LDS": ("shared", "load"), "STS": ("shared", "store"), "ATOMS": ("shared", "atomic"),
}


class Missing(Exception):
    """Raised if something that the comparison needs is missing."""


def load_ncu_report():
    ncu = shutil.which("ncu")
    if not ncu:
        raise Missing("ncu is not on PATH: install Nsight Compute")
    home = os.path.dirname(os.path.realpath(ncu))
    places = [home, *glob.glob("/opt/nvidia/nsight-compute/*"),
              *glob.glob("/usr/local/cuda*/nsight-compute-*")]
    for place in places:
        folder = os.path.join(place, "extras", "python")
        if os.path.exists(os.path.join(folder, "ncu_report.py")):
            sys.path.insert(0, folder)
            import ncu_report
            return ncu_report
    raise Missing("Nsight Compute's Python module ncu_report was not found beside ncu")


def run(command, **more):
    done = subprocess.run(command, capture_output=True, text=True, **more)
    if done.returncode != 0:
        raise Missing(f"{' '.join(command)} ended with {done.returncode}:\n"
                      f"{done.stdout}{done.stderr}")
    return done.stdout


def profile(report, options, command, totals=False, **more):
    """Runs the command under ncu. Returns the actions, which are the launches, in order."""
    ncu_report = load_ncu_report()
    names = list(METRICS.values())
    if totals:
        names += [name for one in TOTALS.values() for group in one.values() for name in group]
    run(["ncu", "--metrics", ",".join(names), "--import-source", "yes", "--clock-control", "none",
         "-f", "-o", report, *options, *command], **more)
    launches = ncu_report.load_report(report + ".ncu-rep").range_by_idx(0)
    return [launches.action_by_idx(i) for i in range(launches.num_actions())]


def processes(report):
    """Returns the process number of each action of a report, in order."""
    listing = run(["ncu", "--import", report + ".ncu-rep", "--csv", "--page", "raw"])
    table = list(csv.DictReader(line for line in listing.splitlines() if line.startswith('"')))
    return [row["Process ID"] for row in table if row["ID"]]  # the first row has the units


def instances(action, name):
    """Returns {program counter: value} of a metric that is counted for each instruction."""
    metric = action.metric_by_name(name)
    pcs = metric.correlation_ids()
    return {pcs.as_uint64(i): metric.as_uint64(i) for i in range(metric.num_instances())}


def opcode_of(sass):
    """Returns the opcode of an instruction, and whether a predicate guards it."""
    words = sass.replace(";", " ").split()
    guarded = words[0].startswith("@")
    return words[1 if guarded else 0], guarded


def count_lines(action):
    """Returns {(file, line, space, operation): counts} of one launch. In addition to the counters,
    `opcodes` is the set of machine instructions; those with a predicate begin with an @."""
    counts = {name: instances(action, metric) for name, metric in METRICS.items()}
    table = {}
    for pc, requests in counts["requests"].items():
        opcode, guarded = opcode_of(action.sass_by_pc(pc))
        what = OPCODES.get(opcode.split(".")[0])
        if what is None or requests == 0:
            continue
        source = action.source_info(pc)
        key = (os.path.basename(source.file_name()), source.line(), *what)
        row = table.setdefault(key, {**dict.fromkeys(METRICS, 0), "opcodes": set()})
        row["opcodes"].add(("@" if guarded else "") + opcode)
        for name in METRICS:
            row[name] += counts[name].get(pc, 0)
    return table


def count_totals(action):
    """Returns {(space, operation): counts} of one launch, from the hardware's counters."""
    return {what: {name: sum(action.metric_by_name(metric).as_uint64() for metric in metrics)
                   for name, metrics in one.items()} for what, one in TOTALS.items()}


def device_of(action):
    return action.metric_by_name("device__attribute_display_name").as_string()
