-- A receiver that is down must not fill the disk with positions: those that did not get through are dropped soon.
create index webhook_deliveries_old_positions on webhook_deliveries (tenant_id, occurred_at) where type = 'location update' and status <> 'DELIVERED';
