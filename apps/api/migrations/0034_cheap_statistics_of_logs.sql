-- What grows all day is analysed again and again: with samples of 30,000 rows, and documents taken apart and sorted, that held a
-- processor for seconds of every busy minute. Nothing is looked for in the documents, and all is reached by key.
do $$
declare log text; field text; target int;
begin
  foreach log in array array['case_history', 'events', 'outbox_messages'] loop
    for field, target in
      select attname, case when atttypid = 'jsonb'::regtype or attname in ('subject', 'body', 'reason', 'last_error', 'trace_id') then 0 else 20 end
      from pg_attribute where attrelid = log::regclass and attnum > 0 and not attisdropped
    loop
      execute format('alter table %I alter column %I set statistics %s', log, field, target);
    end loop;
  end loop;
end $$;
