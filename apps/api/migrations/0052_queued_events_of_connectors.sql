-- An event waits for the connector that was there when it happened: nobody who is connected later hears of it. Events that the
-- release before keeps have none, and are told to nobody.
alter table queued_events add column connector_id uuid,
  add foreign key (tenant_id, connector_id) references tenant_connectors on delete cascade;
create index queued_events_by_connector on queued_events (tenant_id, connector_id) where connector_id is not null;

-- How a partner answers: after too many failures in a row it is left alone for a while. A connector that was changed starts over.
-- It stands apart from the connector, which people write; the columns of it that were meant for this stay unused.
create table partner_breakers (
  tenant_id uuid not null default current_tenant(), connector_id uuid not null, connector_version bigint not null,
  failures int not null default 0, open_until timestamptz(3), opened_at timestamptz(3), desk_told boolean not null default false,
  -- Up to when positions were handed over.
  located_until timestamptz(3),
  primary key (tenant_id, connector_id), foreign key (tenant_id, connector_id) references tenant_connectors on delete cascade);
create index partner_breakers_silent on partner_breakers (opened_at) where opened_at is not null and not desk_told;
select isolate_tenants('partner_breakers');
