-- As the triggers would have, many times faster.
SELECT search_index_all();
