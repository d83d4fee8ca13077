-- Links by which people outside fetch the confirmation of a handover. The secret is kept as its hash; who was written to is sealed.
create table handover_links (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(),
  case_id uuid not null, history_id uuid not null, secret_hash text not null, recipients bytea not null,
  language text not null check (language in ('de', 'en')), user_id uuid,
  expires_at timestamptz(3) not null, downloads_left int not null check (downloads_left >= 0), corrected_at timestamptz(3),
  lock_version bigint not null default 0, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, case_id) references cases on delete cascade);
create unique index handover_links_by_secret on handover_links (secret_hash);
create index handover_links_by_case on handover_links (tenant_id, case_id);
create index handover_links_open on handover_links (expires_at) where corrected_at is null;
select isolate_tenants('handover_links');
