-- Most cases of an archive are closed. Their list, and the count beside it, read this index and no row of the table.
create index cases_closed on cases (tenant_id, created_at desc, id) include (branch_id) where finalized;

-- To compare a word with a text that may spell it otherwise takes some ten thousand times as long as to compare two numbers. The operators
-- of pg_trgm do not say so, and belong to the extension: the planner compared all texts of a tenant instead of asking their index. Nothing is
-- ever left out by this condition; it costs as much as the comparison that it stands beside, and the planner knows that.
create function is_costly_to_compare(given text) returns boolean language plpgsql immutable parallel safe cost 10000 as $$
begin
  return true;
end $$;
