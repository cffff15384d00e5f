# shellcheck shell=sh disable=SC2034 # read by run_autograder
# settings.sh: what is graded. The zip for Gradescope has your copy of it.
LAB=02
SEED=1 # choose your own number, and keep it for the whole class
RUBRIC= # a file in the same folder, such as rubric.txt; empty: the kit's grading/rubrics
