# shellcheck shell=sh disable=SC2034 # read by grade.sh
# settings.sh: what is graded.
KIT=/opt/sparselab # the folder of the built kit in the image for Tango
LAB=02
SEED=1      # choose your own number, and keep it for the whole class
FILE=ell.cu # the name that Autolab gives to the student's file
