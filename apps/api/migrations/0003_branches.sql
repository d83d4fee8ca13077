create table branches (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 200), type text not null default 'BRANCH', external_id text,
  address jsonb, phone_number text, internal_dispatching_enabled boolean not null default true,
  location_report_required boolean not null default false, active boolean not null default true,
  lock_version bigint not null default 0, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id));
create unique index branches_by_external_id on branches (tenant_id, external_id) where external_id is not null;
select isolate_tenants('branches');

-- What a role is bound to: one branch (SINGLE) or several (COLLECTION).
create table branch_groups (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 200), type text not null check (type in ('COLLECTION', 'SINGLE')),
  lock_version bigint not null default 0, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id));
select isolate_tenants('branch_groups');

create table branch_group_branches (
  tenant_id uuid not null default current_tenant(), branch_group_id uuid not null, branch_id uuid not null,
  primary key (tenant_id, branch_group_id, branch_id),
  foreign key (tenant_id, branch_group_id) references branch_groups on delete cascade,
  foreign key (tenant_id, branch_id) references branches);
create index branch_group_branches_by_branch on branch_group_branches (tenant_id, branch_id);
select isolate_tenants('branch_group_branches');
