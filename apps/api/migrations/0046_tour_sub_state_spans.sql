-- From when to when a started tour was in which sub-state: breaks and time off duty, for the time export. Written by whoever
-- changes a sub-state, from now on; tours that were started before have no span that begins with them.
create table tour_sub_state_spans (
  tenant_id uuid not null default current_tenant(), tour_id uuid not null, began_at timestamptz(3) not null,
  sub_state text not null check (sub_state in ('ACTIVE', 'ON_A_BREAK', 'NOT_TAKING_CASES', 'ON_DUTY', 'OFF_DUTY')),
  ended_at timestamptz(3) check (ended_at >= began_at),
  primary key (tenant_id, tour_id, began_at),
  foreign key (tenant_id, tour_id) references tours on delete cascade);
create unique index tour_sub_state_spans_open on tour_sub_state_spans (tenant_id, tour_id) where ended_at is null;
select isolate_tenants('tour_sub_state_spans');
