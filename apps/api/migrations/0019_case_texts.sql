-- The text of a case in a table of its own: every action touches the row in cases, and each would write some hundred
-- trigrams again. Whoever sets cases.search_text keeps it.
-- Trigrams of a name are the same in every tenant: one index over all of them reads the cases of everybody and throws most
-- away. Divided by tenant, a search reads about as much as its own tenant wrote.
create table case_texts (
  tenant_id uuid not null, case_id uuid not null, text text not null,
  primary key (tenant_id, case_id), foreign key (tenant_id, case_id) references cases on delete cascade) partition by hash (tenant_id);
do $$ begin
  for part in 0..31 loop
    execute format('create table case_texts_%s partition of case_texts for values with (modulus 32, remainder %s)', part, part);
  end loop;
end $$;
create index case_texts_by_trigrams on case_texts using gin (text gin_trgm_ops);
select isolate_tenants('case_texts');

create function keep_case_text() returns trigger language plpgsql as $$
begin
  insert into case_texts (tenant_id, case_id, text) values (new.tenant_id, new.id, new.search_text)
  on conflict (tenant_id, case_id) do update set text = excluded.text where case_texts.text <> excluded.text;
  return null;
end $$;
create trigger cases_text after insert or update of search_text on cases for each row execute function keep_case_text();
insert into case_texts (tenant_id, case_id, text) select tenant_id, id, search_text from cases;
drop index cases_by_text;

-- As case_search: the operators of text search are not leakproof, so the tenant is named here instead of by a policy.
create or replace view case_search as select * from cases where tenant_id = current_tenant();
create view case_text_search as select * from case_texts where tenant_id = current_tenant();
grant create on schema public to leitstand_system;
alter view case_text_search owner to leitstand_system;
revoke create on schema public from leitstand_system;
grant select on case_text_search to leitstand_app;
