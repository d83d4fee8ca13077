-- Names with the dotless i of Turkish (Yıldız) were not found by those who write a plain one. The release before still writes it while both
-- run, and follow-up cases take it over from their parents: the text that is searched never has it.
create or replace function keep_case_text() returns trigger language plpgsql as $$
begin
  insert into case_texts (tenant_id, case_id, text, created_month)
  values (new.tenant_id, new.id, replace(new.search_text, 'ı', 'i'), case_month(new.created_at))
  on conflict (tenant_id, case_id) do update set text = excluded.text where case_texts.text <> excluded.text;
  return null;
end $$;

-- The texts alone are read to find the few cases that have it: the cases themselves are many times as large. The trigger keeps their texts.
update cases c set search_text = replace(c.search_text, 'ı', 'i') from case_texts texts
where texts.text like '%ı%' and c.tenant_id = texts.tenant_id and c.id = texts.case_id;
