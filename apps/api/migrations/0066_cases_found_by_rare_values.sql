-- PostgreSQL does not ask statistics of partial indexes. Without those of its own a city that no case knows looks as common as one
-- case in two hundred, and a search for it walked through all cases of the tenant, the newest first.
create statistics cases_source_city on lower(source_city) from cases;
create statistics cases_target_city on lower(target_city) from cases;
analyze cases;

-- Items are few among the deceased.
create index cases_of_items on cases (tenant_id, created_at desc, id) where funeral_data ->> 'cargo_type' = 'ITEM';
-- With those that are not finalized: in the order of that time they come first, or last.
create index cases_by_end on cases (tenant_id, finalized_at desc, id);
drop index cases_by_finalized;
