# shellcheck shell=sh disable=SC2034 # read by run_autograder
# settings.sh: what is graded. The zip for Gradescope has your copy of it.
LAB=02
SEED=1 # choose your own number, and keep it for the whole class
RUBRIC= # a file beside this one, such as rubric.txt; empty: grading/rubrics of the kit
