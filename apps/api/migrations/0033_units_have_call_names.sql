-- A roadside unit is called by its name. Replaced as any other device, it could lose it.
update devices set name = natural_id where kind = 'RSA' and name is null;
alter table devices add constraint devices_require_name check (kind <> 'RSA' or name is not null);
