#!/usr/bin/env python3
"""killed.py: grades a class with a grader that is killed again and again.

    grading/class/killed.py TIMES MOST_SECONDS SEED COMMAND…

COMMAND is a complete call of `grade`, with its seed. It is started, killed (SIGKILL) at a random
moment of the next MOST_SECONDS, and started again, TIMES times; then it runs to its end. Its
records must be those of the same command without interruptions: compare.py compares them.
"""
import random
import subprocess
import sys
import time

times, most, seed = int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])
command, chance, begin = sys.argv[4:], random.Random(seed), time.monotonic()
for _ in range(times):
    grader = subprocess.Popen(command)
    try:
        sys.exit(f"it ended by itself, with exit status {grader.wait(chance.uniform(0, most))}")
    except subprocess.TimeoutExpired:
        grader.kill()
        grader.wait()
        print(f"killed after {time.monotonic() - begin:.0f} s", flush=True)
sys.exit(subprocess.call(command))
