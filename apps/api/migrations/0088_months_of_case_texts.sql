-- A text that thousands of cases have took as long to find as all of them took to read. By month, the newest are found first, and no more
-- are read than are shown.
create function case_month(moment timestamptz) returns int language sql immutable parallel safe
  return extract(year from moment at time zone 'UTC')::int * 12 + extract(month from moment at time zone 'UTC')::int;

drop index case_texts_by_trigrams;
alter table case_texts add column created_month int;
update case_texts texts set created_month = case_month(c.created_at) from cases c where c.tenant_id = texts.tenant_id and c.id = texts.case_id;
alter table case_texts alter column created_month set not null;
create index case_texts_by_trigrams on case_texts using gin (created_month, text gin_trgm_ops);

create or replace function keep_case_text() returns trigger language plpgsql as $$
begin
  insert into case_texts (tenant_id, case_id, text, created_month) values (new.tenant_id, new.id, new.search_text, case_month(new.created_at))
  on conflict (tenant_id, case_id) do update set text = excluded.text where case_texts.text <> excluded.text;
  return null;
end $$;
create or replace view case_text_search as select * from case_texts where tenant_id = current_tenant();
