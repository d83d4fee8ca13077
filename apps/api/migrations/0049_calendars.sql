-- When people and vehicles are away or on shift. Events keep the times on the clock of their zone; the times at which they
-- take place are kept beside them for some 430 days ahead, so that whoever plans asks for a range and no rule.
create table calendar_groups (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 32),
  lock_version bigint not null default 0, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id));
create unique index calendar_groups_by_name on calendar_groups (tenant_id, name);
select isolate_tenants('calendar_groups');

create table calendars (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 32), group_id uuid, description text check (char_length(description) <= 500),
  is_default boolean not null default false,
  lock_version bigint not null default 0, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id), foreign key (tenant_id, group_id) references calendar_groups);
create unique index calendars_by_name on calendars (tenant_id, name);
create unique index calendars_by_is_default on calendars (tenant_id) where is_default;
create index calendars_by_group on calendars (tenant_id, group_id) where group_id is not null;
select isolate_tenants('calendars');

create table calendar_events (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(),
  calendar_id uuid not null, event_type text not null check (event_type in ('UNAVAILABLE', 'SCHEDULED_SHIFT')),
  user_id uuid, vehicle_id uuid, resource_id uuid not null generated always as (coalesce(user_id, vehicle_id)) stored,
  all_day boolean not null, start_local timestamp(0) not null, end_local timestamp(0) not null check (end_local > start_local),
  timezone text not null, recurrence text check (char_length(recurrence) <= 200), note text check (char_length(note) <= 500),
  -- By its own times; then from the first time it takes place to the end of the last, infinity while nobody knows that.
  first_start timestamptz(0) not null, first_end timestamptz(0) not null, starts_at timestamptz(0) not null, ends_at timestamptz(0) not null,
  -- The last day whose times are kept, and when more are needed; null: all are kept.
  expanded_until date not null, extend_at timestamptz(0),
  lock_version bigint not null default 0, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id), foreign key (tenant_id, calendar_id) references calendars,
  foreign key (tenant_id, user_id) references users on delete cascade, foreign key (tenant_id, vehicle_id) references vehicles,
  check ((user_id is null) <> (vehicle_id is null)));
create index calendar_events_by_calendar on calendar_events (tenant_id, calendar_id, ends_at);
create index calendar_events_by_user on calendar_events (tenant_id, user_id) where user_id is not null;
create index calendar_events_by_vehicle on calendar_events (tenant_id, vehicle_id) where vehicle_id is not null;
create index calendar_events_to_extend on calendar_events (extend_at) where extend_at is not null;
create index calendar_events_by_end on calendar_events (ends_at) where ends_at < 'infinity';
select isolate_tenants('calendar_events');

create table calendar_exclusions (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(),
  event_id uuid not null, date date not null, created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id), foreign key (tenant_id, event_id) references calendar_events on delete cascade);
create unique index calendar_exclusions_by_date on calendar_exclusions (tenant_id, event_id, date);
select isolate_tenants('calendar_exclusions');

create table calendar_occurrences (
  tenant_id uuid not null default current_tenant() references tenants, event_id uuid not null, date date not null,
  resource_id uuid not null, event_type text not null, starts_at timestamptz(0) not null, ends_at timestamptz(0) not null,
  primary key (tenant_id, event_id, date), foreign key (tenant_id, event_id) references calendar_events on delete cascade);
-- Who plans asks for one person or vehicle and finds all of it in the index.
create index calendar_occurrences_by_resource on calendar_occurrences (tenant_id, resource_id, ends_at) include (starts_at, event_type);
select isolate_tenants('calendar_occurrences');
