-- Addresses of tenants' programs that are called with what the live stream of a service account shows.
create table webhooks (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(),
  url text not null, description text, service_account_user_id uuid not null, event_types text[] not null, branch_ids uuid[],
  active boolean not null, disabled_reason text check (disabled_reason in ('FAILING', 'GONE')), failing_since timestamptz(3),
  sealed_secret bytea not null, sealed_previous_secret bytea, previous_secret_until timestamptz(3),
  -- What was missed since then is being sent; the log has been read again up to that place.
  recovering_since timestamptz(3), recovered_xid xid8 not null default '0', recovered_id bigint not null default 0,
  lock_version bigint not null default 0, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id), foreign key (tenant_id, service_account_user_id) references users, check (not active or disabled_reason is null));
create index webhooks_by_account on webhooks (tenant_id, service_account_user_id);
select isolate_tenants('webhooks');

-- How far the event log was read for a tenant's webhooks, and which node does so and sends.
create table webhook_cursors (
  tenant_id uuid not null default current_tenant() references tenants, xid xid8 not null, id bigint not null, timeline text not null,
  owner uuid, owned_until timestamptz(3), primary key (tenant_id));
select isolate_tenants('webhook_cursors');

create table webhook_deliveries (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(),
  webhook_id uuid not null, event_xid xid8 not null default pg_current_xact_id(), event_id bigint not null,
  type text not null, occurred_at timestamptz(3) not null, data text not null,
  status text not null check (status in ('PENDING', 'DELIVERED', 'FAILED', 'HELD')), attempts int not null default 0,
  due_at timestamptz(3), last_attempt_at timestamptz(3), last_status int, last_error text,
  -- When it got through; when it was given up or held.
  delivered_at timestamptz(3), ended_at timestamptz(3),
  lock_version bigint not null default 0, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id), foreign key (tenant_id, webhook_id) references webhooks on delete cascade,
  unique (tenant_id, webhook_id, event_id, event_xid), check ((status = 'PENDING') = (due_at is not null)));
create index webhook_deliveries_due on webhook_deliveries (tenant_id, webhook_id, due_at) where status = 'PENDING';
create index webhook_deliveries_by_status on webhook_deliveries (tenant_id, webhook_id, status, event_id);
create index webhook_deliveries_delivered on webhook_deliveries (delivered_at) where delivered_at is not null;
create index webhook_deliveries_ended on webhook_deliveries (ended_at) where ended_at is not null;
select isolate_tenants('webhook_deliveries');

-- What is delivered beside the log, such as positions and tests, is numbered among its events.
grant usage on sequence events_id_seq to leitstand_app, leitstand_system;
