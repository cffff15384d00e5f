# shellcheck shell=sh disable=SC2034 # read by grade.sh
# settings.sh: what is graded.
KIT=/opt/sparselab # where the image for Tango has the kit, built
LAB=02
SEED=1      # choose your own number, and keep it for the whole class
FILE=ell.cu # the name under which Autolab hands the student's file over
