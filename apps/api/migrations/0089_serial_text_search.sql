-- A search by text decides while it runs which of its ways it takes. Parallel workers were started for ways that were then not taken,
-- which took longer than the search of a month. No statement with a function that is unsafe is carried out in parallel.
alter function is_costly_to_compare(text) parallel unsafe;
