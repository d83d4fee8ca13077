-- Photos that phones announce with actions and send when they have a network. Their ids are the phones' own, and known for ever: the same
-- photo is kept once however often it is sent. The newest action that named it is null while a photo came before any.
create table case_photos (
  tenant_id uuid not null default current_tenant() references tenants, photo_id uuid not null, case_id uuid not null, history_id uuid,
  user_id uuid, device_id uuid, asset_id uuid, occurred_at timestamptz(3), received_at timestamptz(3),
  primary key (tenant_id, photo_id),
  foreign key (tenant_id, case_id) references cases on delete cascade,
  foreign key (tenant_id, asset_id) references assets on delete set null (asset_id));
create index case_photos_by_case on case_photos (tenant_id, case_id);
create index case_photos_by_asset on case_photos (tenant_id, asset_id);
select isolate_tenants('case_photos');
