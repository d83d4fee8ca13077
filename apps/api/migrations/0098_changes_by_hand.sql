-- The data that a partner sent last, by field: what the case has taken over, and what came too late. What the partner sends again changes
-- nothing that others have written since. Null for cases of the release before. It is data of the case, and is deleted with it.
alter table partner_cases add column sent_data jsonb;

-- A sync activates what a sync has deactivated. That mark ends with each change of the state, and a sync that deactivates sets it afterwards:
-- a person who is unblocked by hand, and later blocked by hand, stays blocked.
create function end_sync_mark() returns trigger language plpgsql as $$
begin
  update sync_matches set deactivated = false
  where tenant_id = new.tenant_id and job = tg_argv[0] and object_id = new.id and deactivated;
  return null;
end $$;
create trigger users_sync_mark after update of blocked on users
  for each row when (old.blocked is distinct from new.blocked) execute function end_sync_mark('DRIVERS');
create trigger branches_sync_mark after update of active on branches
  for each row when (old.active is distinct from new.active) execute function end_sync_mark('BRANCHES');

-- Marks of those who were unblocked or activated by hand before.
update sync_matches mark set deactivated = false from users person
where mark.job = 'DRIVERS' and mark.deactivated and person.tenant_id = mark.tenant_id and person.id = mark.object_id and not person.blocked;
update sync_matches mark set deactivated = false from branches branch
where mark.job = 'BRANCHES' and mark.deactivated and branch.tenant_id = mark.tenant_id and branch.id = mark.object_id and branch.active;
