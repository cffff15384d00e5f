"""Rows of counters of the lens and of a GPU: compares, judges and writes them.

Used by compare.py for the labs and by kernels.py for programs of their own. A key is (three names of
the run, kernel, line, space, operation); with the line `all` it is a whole kernel, by the
hardware's own counters (nsight.py: TOTALS), otherwise Nsight Compute's figures of single
instructions.
"""
import csv

import nsight

COUNTS = [*nsight.METRICS, "bank_conflicts"]
VERDICTS = ("equal", "within 2 %", "beyond 2 %", "unexplained")

PREDICATED = "predicated: nvcc issues the instruction also where no thread of the warp takes part"
UNSTEADY = "unsteady: the hardware's counter of these requests reads 1 or 2 more in some runs"
ESTIMATED = "estimated: Nsight's figure; the hardware's of the whole kernel is the lens's"


def add(table, key, counts):
    row = table.setdefault(key, {})
    for name, value in counts.items():
        row[name] = row.get(name, 0) + value if name != "opcodes" else row.get(name, set()) | value


def read(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def write_gpu(out, table, device):
    """Returns what the GPU counted: keys with the file before the line, counters, and opcodes."""
    for key, counts in table.items():
        out.writerow([*key, *(counts.get(name, "") for name in COUNTS),
                      " ".join(sorted(counts.get("opcodes", ()))), device])


def count_action(action, own_file, run, table):
    """Adds the rows of one launch to those of `run`, which are the three names of a run."""
    kernel = action.name()
    for (file, line, *what), counts in nsight.count_lines(action).items():
        add(table, (*run, kernel, file, line, *what), counts)
    for what, counts in nsight.count_totals(action).items():
        add(table, (*run, kernel, own_file, "all", *what), counts)


def counts_of(row):
    """Returns the counters of a row without those that are unknown."""
    return {name: int(row[name]) for name in COUNTS if row[name] != ""}


def place_of(row, own_file, run, lens_rows):
    """Returns the line to which a row of the GPU belongs. nvcc gives some atomics the line of the
    function in its header. If the kernel has only one line with an atomic, it is that line."""
    if row["file"] == own_file or row["line"] == "all":
        return row["line"]
    lines = {key[4] for key in lens_rows if key[4] != "all" and
             key[:4] + key[5:] == (*run, row["kernel"], row["space"], row["operation"])}
    return lines.pop() if len(lines) == 1 else f"{row['file']}:{row['line']}"


def differing(here, there):
    """Returns the counters that both sides have and that differ."""
    return {name for name in here.keys() & there.keys() if here[name] != there[name]}


def deviation(here, there):
    """Returns the largest relative difference over the counters that both sides have."""
    most = 0
    for name in differing(here, there):
        most = max(most, abs(here[name] - there[name]) / max(there[name], 1))
    return most


def unsteady(total_here, total_there):
    """Whether a kernel's counters agree except for smsp__inst_executed_op_shared_…_pred_on_any,
    which differs between runs: two measurements differed by 1 or 2, and were above the number of
    wavefronts."""
    return (differing(total_here, total_there) == {"requests"} and "wavefronts" in total_there and
            0 < total_there["requests"] - total_here["requests"] <= 2)


def reason(line, here, there, opcodes, total_here, total_there, known):
    """Returns why a row is not equal, or "" if this is unknown. `known`: the cause that was found
    in the machine code."""
    if line == "all":
        return UNSTEADY if unsteady(total_here, total_there) else known
    if not differing(total_here, total_there) or unsteady(total_here, total_there):
        differ = differing(here, there)
        if (differ == {"requests"} and here["requests"] < there["requests"] and
                any(opcode.startswith("@") for opcode in opcodes)):
            return PREDICATED
        if differ == {"wavefronts"}:
            return ESTIMATED
    return known


def check(today, then, path):
    """Checks that the lens still counts what it counted when the table `path` was made. Both map
    keys to counters. Prints the differences, and returns the exit status."""
    none = dict.fromkeys(COUNTS, 0)
    differing_rows = [key for key in sorted(then) if today.get(key, none) != then[key]]
    for key in differing_rows:
        print(f"{' '.join(key)}: now {today.get(key, none)}, then {then[key]}")
    new = len(today.keys() - then.keys())
    print(f"{len(then)} rows, {len(differing_rows)} not as in {path}, {new} not in it")
    return 1 if differing_rows or new or not then else 0


def counts_then(row):
    """Returns what the lens counted, from a row of a table."""
    return {name: int(row[name + "_lens"]) for name in COUNTS}


def write(out, names, lens_rows, gpu_rows, device, explained):
    """Writes all rows, and returns how many have each verdict. `names`: the names of the run's
    three columns; `explained(key)`: what is known about a row, or nothing."""
    out.writerow([*names, "kernel", "device", "line", "space", "operation"] +
                 [f"{name}_{where}" for name in COUNTS for where in ("lens", "gpu")] +
                 ["deviation", "verdict", "explanation"])
    verdicts = dict.fromkeys(VERDICTS, 0)
    none = dict.fromkeys(COUNTS, 0)
    for key in sorted(lens_rows.keys() | gpu_rows.keys()):
        here, there = lens_rows.get(key, none), dict(gpu_rows.get(key, none))
        opcodes = there.pop("opcodes", ())
        if not any(here.values()) and not any(there.values()):
            continue
        total = key[:4] + ("all",) + key[5:]
        off = deviation(here, there)
        why = reason(key[4], here, there, opcodes, lens_rows.get(total, none),
                     gpu_rows.get(total, none), explained(key)) if off else ""
        verdict = ("equal" if off == 0 else "unexplained" if not why else
                   "within 2 %" if off <= 0.02 else "beyond 2 %")
        verdicts[verdict] += 1
        out.writerow([*key[:4], device, *key[4:]] +
                     [side.get(name, "") for name in COUNTS for side in (here, there)] +
                     [f"{off:.4f}" if off else "0", verdict, why])
    return verdicts


def tell(verdicts, path):
    """Prints how many rows have each verdict; returns the exit status."""
    print(", ".join(f"{verdicts[name]} {name}" for name in VERDICTS) + f": {path}")
    return 1 if verdicts["unexplained"] or not verdicts["equal"] else 0
