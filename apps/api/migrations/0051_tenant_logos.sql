-- A company's own signs, drawn once for each size. Small, public, and wanted by every node: they live in the database.
create table tenant_logos (
  tenant_id uuid not null default current_tenant() references tenants on delete cascade,
  kind text not null check (kind in ('LOGO', 'LOGO_DARK', 'FAVICON', 'PRINT')), height int not null, width int not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'), bytes bytea not null, created_at timestamptz(3) not null default now(),
  -- Pages and mails that name it are about for a while.
  replaced_at timestamptz(3),
  primary key (tenant_id, kind, height, sha256));
alter table tenant_logos alter column bytes set storage external;
create index tenant_logos_by_content on tenant_logos (sha256);
create index tenant_logos_replaced on tenant_logos (replaced_at) where replaced_at is not null;
select isolate_tenants('tenant_logos');
