-- A stream that resumes asks whether its bearer's rights have changed since its cursor. Events for the nodes themselves are few among those
-- of a tenant, and found by themselves.
create index events_for_nodes on events (tenant_id) where internal;
