-- lpad shortens what is longer: the millionth case of a year got the number of an earlier one, which the unique key refused.
create or replace function next_natural_id(prefix text) returns text language sql volatile as $$
  insert into natural_ids (kind, year, last) values (prefix, extract(year from now())::int, 1)
  on conflict (tenant_id, kind, year) do update set last = natural_ids.last + 1
  returning prefix || '-' || year || '-' || lpad(last::text, greatest(6, length(last::text)), '0') $$;

-- A follow-up case was found by the number of its parent, and not by its own.
update cases child set search_text = lower(child.natural_id) || substr(child.search_text, char_length(parent.natural_id) + 1)
from cases parent
where parent.tenant_id = child.tenant_id and parent.id = child.parent_id
  and starts_with(child.search_text, lower(parent.natural_id) || ' ');
