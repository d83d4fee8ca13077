-- The usual list shows active vehicles by plate and counts them: both from this index alone, branch scope included.
create index vehicles_active_by_plate on vehicles (tenant_id, license_plate, id) include (branch_id) where active;
