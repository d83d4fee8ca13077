-- Which installation this database is, wherever it is moved or copied to: the data directory says the same, so that no
-- other database takes its files for ones that nobody needs.
create table installation (
  id uuid primary key default gen_random_uuid(), is_only boolean not null unique default true check (is_only));
insert into installation default values;
grant select on installation to leitstand_system;
