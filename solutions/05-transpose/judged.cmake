# judged.cmake: the tests of fast.cu (common/bench/judged_transpose.cmake).
sl_judge_transposes(1)
