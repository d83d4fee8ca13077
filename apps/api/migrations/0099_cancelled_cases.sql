-- A cancelled roadside case whose papers are closed is in the state `adActa` like a delivered one. The column tells them apart, so that it is
-- not counted among the delivered cases; what months counted too much is counted again.
alter table cases add column cancelled boolean not null default false;

create function keep_cancelled() returns trigger language plpgsql as $$
begin
  new.cancelled := new.state in ('CANCELLED', 'cancelled') or new.state = 'adActa' and tg_op = 'UPDATE' and old.cancelled;
  return new;
end $$;
create trigger cases_cancelled_new before insert on cases for each row when (new.state in ('CANCELLED', 'cancelled')) execute function keep_cancelled();
create trigger cases_cancelled_changed before update of state on cases for each row when (old.state <> new.state) execute function keep_cancelled();

drop trigger cases_delivered_changed on cases;
create trigger cases_delivered_changed after update on cases for each row
  when ((old.finalized, old.finalized_at, old.closed_after_seconds, old.branch_id, old.cancelled)
    is distinct from (new.finalized, new.finalized_at, new.closed_after_seconds, new.branch_id, new.cancelled))
  execute function keep_delivered();

update cases set cancelled = true where state in ('CANCELLED', 'cancelled') or state = 'adActa' and exists (
  select from case_history filed where filed.tenant_id = cases.tenant_id and filed.case_id = cases.id
    and filed.old_case_state = 'cancelled' and filed.new_case_state = 'adActa' and not filed.undone);

drop index cases_delivered;
create index cases_delivered on cases (tenant_id, finalized_at) include (closed_after_seconds) where finalized and not cancelled;
drop index cases_delivered_by_branch;
create index cases_delivered_by_branch on cases (tenant_id, branch_id, finalized_at) include (closed_after_seconds) where finalized and not cancelled;
drop index cases_delivered_by_id;
create index cases_delivered_by_id on cases (tenant_id, id) include (finalized_at, closed_after_seconds, branch_id) where finalized and not cancelled;
drop index cases_by_time_taken;
create index cases_by_time_taken on cases (tenant_id, closed_after_seconds) include (finalized_at, branch_id, id) where finalized and not cancelled;
