-- Runs that bring branches and drivers over from another system, and what they have matched: only that may become inactive by them.
create table sync_runs (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(),
  job text not null check (job in ('BRANCHES', 'DRIVERS')), dry_run boolean not null default false,
  status text not null default 'WAITING' check (status in ('WAITING', 'RUNNING', 'DONE', 'STOPPED', 'FAILED')),
  row_count int not null default 0, created int not null default 0, updated int not null default 0, unchanged int not null default 0,
  deactivated int not null default 0, faults jsonb not null default '[]', error text, locked_until timestamptz(3),
  started_at timestamptz(3), ended_at timestamptz(3),
  lock_version bigint not null default 0, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id));
create unique index sync_runs_by_job on sync_runs (tenant_id, job) where status in ('WAITING', 'RUNNING');
create index sync_runs_open on sync_runs (created_at) where status in ('WAITING', 'RUNNING');
create index sync_runs_by_age on sync_runs (tenant_id, created_at desc);
select isolate_tenants('sync_runs');

create table sync_matches (
  tenant_id uuid not null default current_tenant() references tenants, job text not null check (job in ('BRANCHES', 'DRIVERS')),
  object_id uuid not null, deactivated boolean not null default false,
  primary key (tenant_id, job, object_id));
select isolate_tenants('sync_matches');
