-- Bearer tokens, stored as SHA-256: 256 random bits need no slow hash.
create table tokens (
  tenant_id uuid not null references tenants, id uuid not null default gen_random_uuid(), kind text not null check (kind in ('USER', 'DEVICE', 'SERVICE')),
  token_hash bytea not null unique, user_id uuid, device_id uuid, name text, blacklisted boolean not null default false,
  expires_at timestamptz(3) not null, idle_seconds int, last_used_at timestamptz(3) not null default now(), revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id), foreign key (tenant_id, user_id) references users on delete cascade,
  foreign key (tenant_id, device_id) references devices on delete cascade, check (user_id is not null or device_id is not null));
create index tokens_by_user on tokens (tenant_id, user_id);
create index tokens_by_device on tokens (tenant_id, device_id);
create index tokens_by_expiry on tokens (expires_at);
select isolate_tenants('tokens');

-- Codes and links that prove possession of a phone or mailbox: single use, bound to their request, hashed.
create table challenges (
  tenant_id uuid not null references tenants, id uuid not null default gen_random_uuid(),
  purpose text not null check (purpose in ('DEVICE_CODE', 'USER_CODE', 'PIN_TOKEN', 'PASSWORD_RESET')), identifier text not null,
  user_id uuid, device_id uuid, secret_hash text not null, failures int not null default 0, used_at timestamptz(3), voided_at timestamptz(3),
  expires_at timestamptz(3) not null, created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id));
create index challenges_by_identifier on challenges (tenant_id, purpose, identifier, created_at desc);
create index challenges_by_secret on challenges (secret_hash) where purpose in ('PIN_TOKEN', 'PASSWORD_RESET');
create index challenges_by_expiry on challenges (expires_at);
select isolate_tenants('challenges');

-- Failed and started sign-ins per identifier (hashed) and purpose: shared by all nodes, survives restarts.
create table auth_counters (
  tenant_id uuid not null references tenants, scope text not null, identifier text not null, failures int not null default 0, total int not null default 0,
  window_started_at timestamptz(3) not null, locked_until timestamptz(3), primary key (tenant_id, scope, identifier));
select isolate_tenants('auth_counters');

-- The durable log of everything that happened. Read with the cursor (xid, id) below pg_snapshot_xmin: sequence order is not
-- commit order. `audience` bounds who may see an event; `internal` ones are for the nodes themselves.
create table events (
  tenant_id uuid not null references tenants, xid xid8 not null default pg_current_xact_id(), id bigint generated always as identity,
  type text not null, internal boolean not null default false, audience jsonb not null default '{}', payload jsonb not null,
  trace_id text, created_at timestamptz(3) not null default now(),
  primary key (tenant_id, xid, id));
create index events_by_cursor on events (xid, id);
create index events_by_time on events using brin (created_at);
select isolate_tenants('events');

-- Work for later: timers, reminders, messages to send. Claimed in batches with SKIP LOCKED and a lease.
create table jobs (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(), kind text not null,
  unique_key text, payload jsonb not null default '{}', due_at timestamptz(3) not null default now(), attempts int not null default 0, max_attempts int not null default 10,
  locked_until timestamptz(3), failed_at timestamptz(3), last_error text, created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id));
create unique index jobs_by_key on jobs (tenant_id, kind, unique_key) where unique_key is not null and failed_at is null;
create index jobs_due on jobs (due_at) where failed_at is null;
select isolate_tenants('jobs');

-- Outgoing SMS, e-mails, robo calls and pushes: written in the business transaction, sent after it.
create table outbox_messages (
  tenant_id uuid not null references tenants, id uuid not null default gen_random_uuid(), seq bigint generated always as identity,
  channel text not null check (channel in ('SMS', 'EMAIL', 'ROBO_CALL', 'PUSH')), recipient text not null, subject text, body text not null, data jsonb not null default '{}',
  purpose text not null, case_id uuid, device_id uuid, user_id uuid,
  status text not null default 'PENDING' check (status in ('PENDING', 'SENT', 'FAILED')), attempts int not null default 0, due_at timestamptz(3) not null default now(),
  locked_until timestamptz(3), sent_at timestamptz(3), last_error text, created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id));
create index outbox_messages_pending on outbox_messages (due_at) where status = 'PENDING';
create index outbox_messages_by_seq on outbox_messages (seq desc);
create index outbox_messages_by_recipient on outbox_messages (tenant_id, recipient, created_at desc);
select isolate_tenants('outbox_messages');

-- Answers kept for 24 h so that a repeated write answers the same and does nothing.
create table idempotency_records (
  tenant_id uuid not null default current_tenant(), subject uuid not null, operation text not null, key text not null,
  fingerprint bytea not null, status int not null, body text, created_at timestamptz(3) not null default now(),
  primary key (tenant_id, subject, operation, key));
create index idempotency_records_by_time on idempotency_records using brin (created_at);
select isolate_tenants('idempotency_records');
