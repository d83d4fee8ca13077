-- The sign-in page asks for its tenant by the domain it is reached at. Domains are kept in lower case.
create index tenants_by_custom_domains on tenants using gin (custom_domains);
-- A clash names its field by the name of the constraint.
alter table tenants rename constraint tenants_short_code_key to tenants_by_short_code;
alter table tenants rename constraint tenants_domain_key to tenants_by_domain;
alter table tenant_master_data rename constraint tenant_master_data_tenant_id_key_key to tenant_master_data_by_key;
