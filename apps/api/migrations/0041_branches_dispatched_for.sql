-- Every action on a case asks which branches leave dispatching to others; of hundreds of branches these are few.
create index branches_dispatched_for on branches (tenant_id, id) where not internal_dispatching_enabled;
