-- What was delivered in a month that is over is counted once, as its places are: `month_builds` says of both which months are counted.
alter table address_month_builds rename to month_builds;
alter table month_builds add column counted text not null default 'PLACES' check (counted in ('PLACES', 'DELIVERED'));
alter table month_builds alter column counted drop default;
alter table month_builds drop constraint address_month_builds_pkey;
alter table month_builds add primary key (tenant_id, counted, month);

-- How many cases of a branch were closed on each day of a month (part DAY: 1 to 31), and after about how long (part TIME: see
-- `delivered-cases.sql.ts`), as the tenant's time zone has it. `guest_branch_ids`: the other branches that see them, sorted. No branch is 0.
create table delivered_months (
  tenant_id uuid not null default current_tenant() references tenants on delete cascade, month date not null,
  branch_id uuid not null, guest_branch_ids uuid[] not null, part text not null check (part in ('DAY', 'TIME')), value int not null, cases int not null,
  primary key (tenant_id, month, branch_id, guest_branch_ids, part, value) include (cases));
select isolate_tenants('delivered_months');

-- Whoever changes a case of a month first locks the month, shared; whoever counts the month locks it alone. So a count has
-- seen every change that did not find the month counted.
create function mark_month(tenant uuid, what text, at timestamptz) returns void language plpgsql as $$
declare changed date := (select date_trunc('month', at at time zone timezone) from tenants where id = tenant);
begin
  perform from month_builds where tenant_id = tenant and counted = what and month = changed and dirty for share;
  if not found then
    insert into month_builds (tenant_id, counted, month) values (tenant, what, changed)
    on conflict (tenant_id, counted, month) do update set dirty = true;
  end if;
end $$;
create or replace function mark_address_month(tenant uuid, at timestamptz) returns void language sql as $$ select mark_month(tenant, 'PLACES', at) $$;

-- Months are counted when they have been over for more than a day: a case that was closed since is in none of them.
create function keep_delivered() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.finalized_at < now() - interval '1 day' then perform mark_month(old.tenant_id, 'DELIVERED', old.finalized_at); end if;
  if tg_op <> 'DELETE' and new.finalized_at < now() - interval '1 day' then perform mark_month(new.tenant_id, 'DELIVERED', new.finalized_at); end if;
  return null;
end $$;
create trigger cases_delivered_new after insert on cases for each row when (new.finalized_at is not null) execute function keep_delivered();
create trigger cases_delivered_gone after delete on cases for each row when (old.finalized_at is not null) execute function keep_delivered();
create trigger cases_delivered_changed after update on cases for each row
  when ((old.finalized, old.finalized_at, old.closed_after_seconds, old.branch_id, old.state in ('CANCELLED', 'cancelled'))
    is distinct from (new.finalized, new.finalized_at, new.closed_after_seconds, new.branch_id, new.state in ('CANCELLED', 'cancelled')))
  execute function keep_delivered();

-- Which other branches see a case changes with its links; of a case that is gone its own row has told.
create function keep_delivered_guests() returns trigger language plpgsql as $$
declare link record := case when tg_op = 'DELETE' then old else new end;
begin
  perform mark_month(c.tenant_id, 'DELIVERED', c.finalized_at) from cases c
  where c.tenant_id = link.tenant_id and c.id = link.case_id and c.finalized_at < now() - interval '1 day';
  return null;
end $$;
create trigger case_links_delivered after update of guest_branch_id on case_links for each row
  when (old.guest_branch_id is distinct from new.guest_branch_id) execute function keep_delivered_guests();
create trigger case_links_delivered_gone after delete on case_links for each row
  when (old.guest_branch_id is not null) execute function keep_delivered_guests();

-- Those that took about as long as the median are looked at one by one, and whether another branch sees them.
drop index cases_by_time_taken;
create index cases_by_time_taken on cases (tenant_id, closed_after_seconds) include (finalized_at, branch_id, id)
  where finalized and state not in ('CANCELLED', 'cancelled');
