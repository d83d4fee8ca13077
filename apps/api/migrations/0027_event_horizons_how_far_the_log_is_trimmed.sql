-- How far each tenant's part of the event log has been trimmed: a stream that resumes from before it is told to start anew.
create table event_horizons (
  tenant_id uuid primary key references tenants, xid xid8 not null, id bigint not null);
select isolate_tenants('event_horizons');
