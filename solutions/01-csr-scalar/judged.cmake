# judged.cmake: the tests of fast.cu (common/bench/judged.cmake).
sl_judge_contestants(01-csr-scalar 5 1)
