-- What has been imported of maps and postal codes, for the whole installation. Rows are only added: the one with the highest
-- number holds, so that one row switches all nodes, and two imports that began from the same state cannot both follow it.
create table geo_generations (
  number int primary key check (number > 0), created_at timestamptz(3) not null default now(),
  map jsonb, postal_codes jsonb, files jsonb not null);
grant select on geo_generations to leitstand_app;
grant select, insert, delete on geo_generations to leitstand_system;
