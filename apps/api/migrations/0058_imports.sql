-- Tables that somebody has had checked, to be applied within a day; only they see them. `token_id`: with which session.
create table imports (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(),
  user_id uuid not null, token_id uuid not null,
  kind text not null check (kind in ('BRANCHES', 'VEHICLES', 'USERS', 'DEVICES', 'ADDRESSES')),
  status text not null default 'CHECKING' check (status in ('CHECKING', 'CHECKED', 'APPLYING', 'APPLIED', 'STOPPED')),
  rows int not null default 0, creates int not null default 0, updates int not null default 0, unchanged int not null default 0,
  faulty int not null default 0, faults jsonb not null default '[]', gives_roles boolean not null default false,
  created int not null default 0, updated int not null default 0, skipped int not null default 0, skips jsonb not null default '[]',
  done_line int not null default 0, stopped_by text, applied_at timestamptz(3), finished_at timestamptz(3),
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id), foreign key (tenant_id, user_id) references users on delete cascade);
create index imports_by_user on imports (tenant_id, user_id, created_at);
create index imports_by_age on imports (created_at);
create index imports_under_way on imports (applied_at) where status = 'APPLYING';
select isolate_tenants('imports');

-- What is left to do of them: each row goes with its doing. `target_id` null: creates.
create table import_rows (
  tenant_id uuid not null default current_tenant(), import_id uuid not null, line int not null, target_id uuid, draft jsonb not null,
  primary key (tenant_id, import_id, line),
  foreign key (tenant_id, import_id) references imports on delete cascade);
select isolate_tenants('import_rows');
