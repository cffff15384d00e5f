# judged.cmake: the tests of fast.cu (common/bench/judged.cmake).
sl_judge_contestants(03-coo-hyb 2)
