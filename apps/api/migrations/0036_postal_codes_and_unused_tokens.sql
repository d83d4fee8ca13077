-- A postal code is text: 01067 is not 1067. The number stays beside it, for the answers that have always had it and for the
-- release before, which knows nothing else.
alter table stored_addresses add column postal_code text check (char_length(postal_code) between 1 and 16);

create function postal_code_of(zip_code int, country text) returns text language sql immutable parallel safe as $$
  select case when country in ('DE', 'IT', 'ES', 'FR') then lpad(zip_code::text, greatest(5, length(zip_code::text)), '0') else zip_code::text end
$$;
update stored_addresses set postal_code = postal_code_of(zip_code, country) where zip_code is not null;

-- The release before writes the number alone.
create function keep_postal_code() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.postal_code := coalesce(new.postal_code, postal_code_of(new.zip_code, new.country));
  elsif new.zip_code is distinct from old.zip_code and new.postal_code is not distinct from old.postal_code then
    new.postal_code := postal_code_of(new.zip_code, new.country);
  end if;
  return new;
end $$;
create trigger keep_postal_code before insert or update of zip_code, postal_code on stored_addresses
  for each row execute function keep_postal_code();

-- A program's token that nobody has used says so. Those of people and phones are used when they are issued.
alter table tokens alter column last_used_at drop not null;
update tokens set last_used_at = null where kind = 'SERVICE' and last_used_at < created_at + interval '1 second';
