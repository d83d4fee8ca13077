-- Files that no row knows are swept from the disk; asked path by path, across tenants.
create index assets_by_path on assets (path);
create index assets_by_uploader on assets (tenant_id, user_id, device_id) where case_id is null;
