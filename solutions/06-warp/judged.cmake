# judged.cmake: the tests of fast.cu (common/bench/judged.cmake).
sl_judge_contestants(06-warp 5 2)
