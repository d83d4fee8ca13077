-- Sheets of a company's own, filled with a case or a tour.
create table export_templates (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('CASE', 'TOUR')), name text not null check (char_length(name) between 1 and 100),
  content text not null check (char_length(content) <= 65536),
  lock_version bigint not null default 0, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id), unique (tenant_id, kind, name));
select isolate_tenants('export_templates');
