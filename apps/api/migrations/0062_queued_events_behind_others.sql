-- Events of a case, tour or vehicle are told one after the other. One that is known to stand behind another is not looked at again
-- before that one has gone or is passed over: a case that is held back costs the same with 10 events behind it as with 100,000.
-- The mark saves looks and decides nothing: whoever tells an event sees for itself that nothing stands before it.
alter table queued_events add column stands_behind boolean not null default false;
create index queued_events_next on queued_events (tenant_id, connector_id, due_at, seq) where status = 'CREATED' and not stands_behind;

-- Whatever happens to the events before it, the first one that is marked is looked at again: once too often does no harm.
create function release_queued_event(tenant uuid, of uuid) returns void language plpgsql as $$
declare follower uuid := (select id from queued_events
  where tenant_id = tenant and order_key = of and stands_behind and status = 'CREATED' order by seq limit 1);
begin
  if follower is not null then
    update queued_events set stands_behind = false where tenant_id = tenant and id = follower and status = 'CREATED' and stands_behind;
  end if;
end $$;

create function release_after_removal() returns trigger language plpgsql as $$
declare removed record;
begin
  for removed in select distinct tenant_id, order_key from gone loop
    perform release_queued_event(removed.tenant_id, removed.order_key);
  end loop;
  return null;
end $$;
create trigger queued_events_removed after delete on queued_events
  referencing old table as gone for each statement execute function release_after_removal();

create function release_after_decision() returns trigger language plpgsql as $$
begin
  perform release_queued_event(new.tenant_id, new.order_key);
  return null;
end $$;
create trigger queued_events_decided after update of status on queued_events
  for each row when (old.status <> new.status) execute function release_after_decision();
