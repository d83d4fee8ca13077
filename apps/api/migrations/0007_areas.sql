create table areas (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 200), description text, zip_ranges jsonb not null default '[]', geo_json jsonb,
  branch_id uuid, waiting_minutes int check (waiting_minutes between 0 and 1440), waiting_updated_at timestamptz(3),
  lock_version bigint not null default 0, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id), foreign key (tenant_id, branch_id) references branches);
create index areas_by_branch on areas (tenant_id, branch_id);
select isolate_tenants('areas');

-- Who looks after which service in which area at present; a newer claim takes over from an older one.
create table responsibility_claims (
  tenant_id uuid not null default current_tenant(), id uuid not null default gen_random_uuid(), user_id uuid not null, area_id uuid not null,
  service_key text not null check (char_length(service_key) between 1 and 64), ended_at timestamptz(3),
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users on delete cascade, foreign key (tenant_id, area_id) references areas on delete cascade);
create unique index responsibility_claims_now on responsibility_claims (tenant_id, area_id, service_key) where ended_at is null;
create index responsibility_claims_by_user on responsibility_claims (tenant_id, user_id);
select isolate_tenants('responsibility_claims');

create table todo_templates (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 200), description text,
  type text not null check (type in ('CASE_TEMPLATE', 'VEHICLE_TEMPLATE')), phase text not null default 'PICKUP' check (phase in ('PICKUP', 'DELIVERY')),
  required boolean not null default true, position int not null default 0, conditions jsonb not null default '{}', active boolean not null default true,
  lock_version bigint not null default 0, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id));
create index todo_templates_by_type on todo_templates (tenant_id, type, position, id);
select isolate_tenants('todo_templates');
