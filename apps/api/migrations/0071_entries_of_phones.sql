-- What phones send under ids of their own, known for ever: a phone that was offline for days must not do it twice. What it was about is
-- read again for the answer; kept are only what tells the same entry from another one, and both clocks.
create table phone_entries (
  tenant_id uuid not null default current_tenant() references tenants, client_id uuid not null,
  fingerprint bytea not null, object_id uuid, occurred_at timestamptz(3), received_at timestamptz(3) not null,
  primary key (tenant_id, client_id));
select isolate_tenants('phone_entries');
