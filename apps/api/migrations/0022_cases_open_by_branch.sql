-- What a branch has to do now is a small part of what it ever did.
create index cases_open_by_branch on cases (tenant_id, branch_id, created_at desc, id) where not finalized;
