-- A cancelled roadside case whose papers are closed is in the state `adActa` like a delivered one. The column tells them apart, so that it is
-- not counted among the delivered cases; what months counted too much is counted again.
alter table cases add column cancelled boolean not null default false;

create function keep_cancelled() returns trigger language plpgsql as $$
begin
  new.cancelled := new.state = 'adActa' and (old.cancelled or old.state = 'cancelled');
  return new;
end $$;
create trigger cases_cancelled_changed before update of state on cases for each row when (old.state <> new.state) execute function keep_cancelled();

drop trigger cases_delivered_changed on cases;
create trigger cases_delivered_changed after update on cases for each row
  when ((old.finalized, old.finalized_at, old.closed_after_seconds, old.branch_id, old.state in ('CANCELLED', 'cancelled') or old.cancelled)
    is distinct from (new.finalized, new.finalized_at, new.closed_after_seconds, new.branch_id, new.state in ('CANCELLED', 'cancelled') or new.cancelled))
  execute function keep_delivered();
