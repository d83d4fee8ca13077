-- A case is a transport job (FUNERAL) or a roadside job (ROADSIDE).
create table cases (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(),
  natural_id text not null default next_natural_id('C'), display_name text not null default '', branch_id uuid, brand_id uuid,
  data_type text not null check (data_type in ('FUNERAL', 'ROADSIDE')), state text not null, finalized boolean not null default false,
  approved boolean not null, description text, external_id text check (char_length(external_id) <= 100), contact jsonb,
  finish_reason text check (char_length(finish_reason) <= 255), funeral_data jsonb, rsa_data jsonb,
  -- The times and places of the data, kept as columns by the writer so that they can be searched by index.
  not_before timestamptz(3), due_at timestamptz(3), postponed_until timestamptz(3), service_key text, source_zip text, target_zip text,
  source_lat double precision, source_lon double precision, source_city text, target_city text,
  last_assigned_tour_id uuid, parent_id uuid, created_by uuid, finalized_at timestamptz(3),
  search_text text not null default '',
  lock_version bigint not null default 0, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id), unique (tenant_id, natural_id),
  check ((data_type = 'FUNERAL') = (funeral_data is not null)), check ((data_type = 'ROADSIDE') = (rsa_data is not null)),
  foreign key (tenant_id, branch_id) references branches, foreign key (tenant_id, brand_id) references brands,
  foreign key (tenant_id, parent_id) references cases, foreign key (tenant_id, last_assigned_tour_id) references tours);
create unique index cases_by_external_id on cases (tenant_id, external_id) where external_id is not null;
create index cases_open on cases (tenant_id, created_at desc, id) where not finalized;
create index cases_by_created on cases (tenant_id, created_at desc, id);
create index cases_by_state on cases (tenant_id, state, created_at desc, id);
create index cases_by_branch on cases (tenant_id, branch_id, created_at desc, id);
create index cases_by_due on cases (tenant_id, due_at, id);
create index cases_by_parent on cases (tenant_id, parent_id) where parent_id is not null;
create index cases_by_tour on cases (tenant_id, last_assigned_tour_id) where last_assigned_tour_id is not null;
create index cases_by_brand on cases (tenant_id, brand_id) where brand_id is not null;
create index cases_by_text on cases using gin (tenant_id, search_text gin_trgm_ops);
select isolate_tenants('cases');

-- Operators of text search are not leakproof, so row level security would keep them off the index. This view runs with the
-- rights of leitstand_system, whose policy is open, and names the tenant itself. It shows nothing but the tenant's own rows.
create view case_search as select * from cases where tenant_id = current_tenant();
grant create on schema public to leitstand_system;
alter view case_search owner to leitstand_system;
revoke create on schema public from leitstand_system;
grant select on case_search to leitstand_app;

-- One row per case and tour. `state` freezes when the bucket closes it (unassigned, forwarded).
create table case_links (
  tenant_id uuid not null default current_tenant(), case_id uuid not null, tour_id uuid not null,
  state text not null, bucket text not null check (bucket in ('open', 'finished', 'unassigned', 'forwarded')),
  accepted_at timestamptz(3), device_received_at timestamptz(3), started_at timestamptz(3), arrived_at timestamptz(3), loaded_at timestamptz(3),
  arrived_at_destination_at timestamptz(3), eta timestamptz(3), postponed_until timestamptz(3), closed_at timestamptz(3),
  forwarded_to uuid, last_actor jsonb, position double precision not null default 0, constraint_violations jsonb not null default '[]',
  assigned_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, case_id, tour_id),
  foreign key (tenant_id, case_id) references cases on delete cascade, foreign key (tenant_id, tour_id) references tours);
create index case_links_by_tour on case_links (tenant_id, tour_id, bucket, position);
select isolate_tenants('case_links');

-- The state history: only ever appended to, but for `undone`.
create table case_history (
  tenant_id uuid not null default current_tenant(), case_id uuid not null, id uuid not null default gen_random_uuid(), seq bigint generated always as identity,
  tour_id uuid, group_id uuid not null, transition text not null, old_state text, new_state text, old_bucket text, new_bucket text,
  old_case_state text not null, new_case_state text not null, reason text, forwarded_to uuid, undoes uuid, undone boolean not null default false,
  before jsonb not null default '{}', payload jsonb not null default '{}', actor_kind text not null check (actor_kind in ('D', 'V', 'S', 'X')),
  user_id uuid, device_id uuid, action_id uuid, lock_version bigint not null,
  occurred_at timestamptz(3) not null, received_at timestamptz(3) not null default now(),
  primary key (tenant_id, case_id, id),
  foreign key (tenant_id, case_id) references cases on delete cascade);
create index case_history_by_case on case_history (tenant_id, case_id, seq);
create unique index case_history_by_action on case_history (tenant_id, action_id, id) where action_id is not null;
select isolate_tenants('case_history');

create table case_todos (
  tenant_id uuid not null default current_tenant(), id uuid not null default gen_random_uuid(), case_id uuid not null, template_id uuid,
  phase text not null check (phase in ('PICKUP', 'DELIVERY')), title text not null, description text, required boolean not null default true,
  position int not null default 0, completed boolean not null default false, completed_at timestamptz(3), completed_by uuid,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id), foreign key (tenant_id, case_id) references cases on delete cascade,
  foreign key (tenant_id, template_id) references todo_templates on delete set null (template_id));
create index case_todos_by_case on case_todos (tenant_id, case_id, phase, position);
create index case_todos_by_template on case_todos (tenant_id, template_id);
select isolate_tenants('case_todos');

create table case_comments (
  tenant_id uuid not null default current_tenant(), id uuid not null default gen_random_uuid(), case_id uuid not null,
  text text not null check (char_length(text) between 1 and 4000), user_id uuid, device_id uuid, author_name text not null default '',
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id), foreign key (tenant_id, case_id) references cases on delete cascade);
create index case_comments_by_case on case_comments (tenant_id, case_id, created_at desc, id);
select isolate_tenants('case_comments');

create table assets (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(), case_id uuid, tour_id uuid,
  kind text not null check (kind in ('IMAGE', 'DOCUMENT', 'OTHER', 'SIGNATURE')), path text not null check (char_length(path) <= 2048),
  mime_type text not null check (char_length(mime_type) <= 255), file_name text not null, size_bytes bigint not null, sha256 text not null,
  width int, height int, superseded boolean not null default false, user_id uuid, device_id uuid,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id), foreign key (tenant_id, case_id) references cases on delete cascade);
create index assets_by_case on assets (tenant_id, case_id);
select isolate_tenants('assets');

-- Messages that somebody must acknowledge: to a branch's desk, to a device, or to a user.
create table critical_messages (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(),
  kind text not null, title text not null, body text not null default '', args jsonb not null default '{}',
  branch_id uuid, device_id uuid, user_id uuid, case_id uuid, tour_id uuid,
  acknowledged_at timestamptz(3), acknowledged_by uuid, acknowledged_by_device uuid,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id), foreign key (tenant_id, branch_id) references branches,
  foreign key (tenant_id, case_id) references cases on delete cascade);
create index critical_messages_open on critical_messages (tenant_id, created_at desc, id) where acknowledged_at is null;
create index critical_messages_by_created on critical_messages (tenant_id, created_at desc, id);
create index critical_messages_by_branch on critical_messages (tenant_id, branch_id);
create index critical_messages_by_case on critical_messages (tenant_id, case_id);
select isolate_tenants('critical_messages');
