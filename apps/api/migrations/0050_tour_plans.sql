-- When each tour that is not over is where: its stops in their order, as they were last computed. The row is also the one piece of
-- work for its tour: due at `due_at`, leased while somebody computes it. `changes` counts what happened to the tour,
-- `computed_changes` how much of that the stops know of.
create table tour_plans (
  tenant_id uuid not null default current_tenant() references tenants, tour_id uuid not null,
  version bigint not null default 0, sequence jsonb not null default '[]',
  changes bigint not null default 1, computed_changes bigint not null default 0,
  computed_at timestamptz(3), source text, estimated boolean not null default false, is_whole boolean not null default false,
  ends_at timestamptz(3), level text, stops jsonb not null default '[]', violations jsonb not null default '[]',
  -- What the stream last told, and when; how the way to the next stop compares with the straight line, to notice delays by positions.
  told jsonb, told_at timestamptz(3), next_stop jsonb,
  due_at timestamptz(3), locked_until timestamptz(3),
  primary key (tenant_id, tour_id),
  foreign key (tenant_id, tour_id) references tours on delete cascade);
create index tour_plans_due on tour_plans (due_at) where due_at is not null;
select isolate_tenants('tour_plans');

insert into tour_plans (tenant_id, tour_id, due_at)
  select tenant_id, id, now() from tours where status in ('SCHEDULED', 'STARTED');

-- When the plan expects the crew at the next stop of the case; what the crew itself has said stays in `eta`.
alter table case_links add column planned_at timestamptz(3);
