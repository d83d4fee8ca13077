-- One index per filter of the case search, in the order of the list wherever a filter leaves many rows.
create index cases_by_updated on cases (tenant_id, updated_at desc, id);
create index cases_by_not_before on cases (tenant_id, not_before, id);
create index cases_by_display_name on cases (tenant_id, display_name, id);
create index cases_by_finalized on cases (tenant_id, finalized_at desc, id) where finalized_at is not null;
create index cases_by_postponed on cases (tenant_id, postponed_until) where postponed_until is not null;
create index cases_by_creator on cases (tenant_id, created_by, created_at desc, id);
create index cases_by_service on cases (tenant_id, service_key, created_at desc, id) where service_key is not null;
create index cases_by_transport_type on cases (tenant_id, transport_type, created_at desc, id) where transport_type is not null;
create index cases_infectious on cases (tenant_id, created_at desc, id) where infectious;
create index cases_not_approved on cases (tenant_id, created_at desc, id) where not approved;
create index cases_by_source_zip on cases (tenant_id, source_zip text_pattern_ops) where source_zip is not null;
create index cases_by_target_zip on cases (tenant_id, target_zip text_pattern_ops) where target_zip is not null;
create index cases_by_source_city on cases (tenant_id, lower(source_city)) where source_city is not null;
create index cases_by_target_city on cases (tenant_id, lower(target_city)) where target_city is not null;
create index case_links_open on case_links (tenant_id, case_id) where bucket = 'open';
