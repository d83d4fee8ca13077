create table roles (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 100),
  role_type text not null check (role_type in ('ADMINISTRATOR', 'DISPATCHER', 'DRIVER', 'INTEGRATION', 'READER')),
  grants text[] not null default '{}', roles_allowed_to_assign uuid[] not null default '{}',
  branch_access text not null check (branch_access in ('ALL', 'BRANCH_COLLECTION', 'BRANCH_SINGLE')),
  lock_version bigint not null default 0, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id), unique (tenant_id, name));
select isolate_tenants('roles');

-- People, and the service accounts that act for programs.
create table users (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(),
  kind text not null default 'PERSON' check (kind in ('PERSON', 'SERVICE_ACCOUNT')),
  email text, phone_number text, firstname text not null default '', lastname text not null default '', external_id text,
  language text, blocked boolean not null default false,
  password_hash text, pin_hash text, pin_failures int not null default 0, pin_locked_until timestamptz(3),
  password_failures int not null default 0, password_wait_until timestamptz(3),
  lock_version bigint not null default 0, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id));
create unique index users_by_email on users (tenant_id, lower(email)) where email is not null;
create unique index users_by_phone_number on users (tenant_id, phone_number) where phone_number is not null;
create unique index users_by_external_id on users (tenant_id, external_id) where external_id is not null;
create index users_by_name on users (tenant_id, lastname, firstname, id);
select isolate_tenants('users');

-- branch_group_id is null exactly for roles whose branch_access is ALL.
create table role_associations (
  tenant_id uuid not null default current_tenant(), id uuid not null default gen_random_uuid(),
  user_id uuid not null, role_id uuid not null, branch_group_id uuid,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, user_id, role_id, branch_group_id),
  foreign key (tenant_id, user_id) references users on delete cascade,
  foreign key (tenant_id, role_id) references roles,
  foreign key (tenant_id, branch_group_id) references branch_groups);
create index role_associations_by_role on role_associations (tenant_id, role_id);
create index role_associations_by_branch_group on role_associations (tenant_id, branch_group_id);
select isolate_tenants('role_associations');

-- Whether a user works for a branch group at present. No row: active.
create table user_active_states (
  tenant_id uuid not null default current_tenant(), user_id uuid not null, branch_group_id uuid not null, active boolean not null,
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, user_id, branch_group_id),
  foreign key (tenant_id, user_id) references users on delete cascade,
  foreign key (tenant_id, branch_group_id) references branch_groups on delete cascade);
create index user_active_states_by_branch_group on user_active_states (tenant_id, branch_group_id);
select isolate_tenants('user_active_states');

create table user_invites (
  tenant_id uuid not null default current_tenant(), id uuid not null default gen_random_uuid(),
  user_id uuid not null, branch_group_id uuid not null, role_ids uuid[] not null,
  status text not null default 'OPEN' check (status in ('OPEN', 'ACCEPTED', 'REJECTED')), invited_by uuid, answered_at timestamptz(3),
  lock_version bigint not null default 0, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id), unique (tenant_id, user_id, branch_group_id),
  foreign key (tenant_id, user_id) references users on delete cascade,
  foreign key (tenant_id, branch_group_id) references branch_groups);
create index user_invites_by_branch_group on user_invites (tenant_id, branch_group_id);
select isolate_tenants('user_invites');

create table skills (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 100), short_key text, description text,
  skill_type text not null check (skill_type in ('USER', 'VEHICLE', 'CASE')),
  lock_version bigint not null default 0, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id), unique (tenant_id, skill_type, name));
select isolate_tenants('skills');

create table user_skills (
  tenant_id uuid not null default current_tenant(), user_id uuid not null, skill_id uuid not null,
  primary key (tenant_id, user_id, skill_id),
  foreign key (tenant_id, user_id) references users on delete cascade, foreign key (tenant_id, skill_id) references skills);
create index user_skills_by_skill on user_skills (tenant_id, skill_id);
select isolate_tenants('user_skills');
