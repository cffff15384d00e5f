#!/bin/sh
# test_cuda.sh: which CUDA toolkit `lab` finds, and what it does without one.
# shellcheck source-path=SCRIPTDIR source=world.sh
. "$(dirname -- "$0")/world.sh"

test_cuda_off_path_is_found() {
  for folder in /usr/local/cuda /opt/cuda /usr/lib/nvidia-cuda-toolkit '/usr/local/cuda-12.4'; do
    full_machine
    cuda "$folder" 12.4
    run_lab list
    called "-DSL_CUDA=ON -DCMAKE_CUDA_COMPILER=$world/system$folder/bin/nvcc"
  done
  full_machine
  cuda '/my tools' 13.0
  cuda /usr/local/cuda 12.0
  with CUDA_HOME="$world/system/my tools" -- list
  called "-DCMAKE_CUDA_COMPILER=$world/system/my tools/bin/nvcc"
}

test_newest_cuda_wins_by_number() {
  full_machine
  cuda /usr/local/cuda-12.4 12.4
  cuda /usr/local/cuda-12.10 12.10
  cuda /usr/local/cuda-12.12 12.12
  cuda /usr/local/cuda-9.2 9.2
  run_lab list
  called "-DCMAKE_CUDA_COMPILER=$world/system/usr/local/cuda-12.12/bin/nvcc"
}

test_old_nvcc_is_refused() {
  full_machine
  cuda /usr/local/cuda 11.8
  run_lab list
  status_is 0
  says 'nvcc is CUDA 11.8; 12 or newer is needed: continuing with only the lens'
  called '-DSL_CUDA=OFF'
  not_called CMAKE_CUDA_COMPILER
  cuda /opt/cuda 12.0 # a newer toolkit, further down the list
  run_lab list
  called "-DCMAKE_CUDA_COMPILER=$world/system/opt/cuda/bin/nvcc"
}

test_cuda_that_comes_and_goes_is_configured_anew() {
  full_machine
  run_lab list
  called '-DSL_CUDA=OFF'
  forget_calls
  cuda /usr/local/cuda 12.6
  run_lab list
  called '-DSL_CUDA=ON'
  forget_calls
  rm -r "$world/system"
  run_lab list
  called '-DSL_CUDA=OFF'
}

test_cuda_that_does_not_configure_is_left_out() {
  full_machine
  cuda /usr/local/cuda 12.6
  : >"$world/broken cuda"
  run_lab list
  status_is 0
  says 'did not configure'
  called '-DSL_CUDA=OFF'
  forget_calls
  run_lab list
  not_called cmake
}

test_cuda_can_be_switched_off() {
  full_machine
  cuda /usr/local/cuda 12.6
  with SL_CUDA=OFF -- list
  called '-DSL_CUDA=OFF'
  not_called CMAKE_CUDA_COMPILER
}

# gpu: installs a stub of a driver that shows a card.
gpu() {
  # shellcheck disable=SC2016 # stub writes it into a file
  stub nvidia-smi <<'STUB'
echo 'GPU 0: some card'
STUB
  install nvidia-smi
}

test_bench_is_built_where_it_can_run() {
  full_machine
  cuda /usr/local/cuda 12.6
  gpu
  run_lab bench --quick
  status_is 0
  called '--target bench'
  says '<bench>'
  says '<--quick>'
  forget_calls
  run_lab list # no command except bench builds it
  not_called '--target bench'
}

test_bench_is_not_built_without_a_card_or_cuda() {
  full_machine
  cuda /usr/local/cuda 12.6
  with CUDA_VISIBLE_DEVICES= -- bench # hides the GPUs that the test machine may have
  not_called '--target bench'
  says '<bench>' # the program itself reports what is missing
  full_machine
  gpu
  run_lab bench
  not_called '--target bench'
}

run_tests "$@"
