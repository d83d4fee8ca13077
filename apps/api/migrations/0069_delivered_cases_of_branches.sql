-- An office of one branch counts its own cases and does not walk past those of all others; cases of others that its tours drove
-- are found by their ids. What each index carries is what its question asks for.
drop index cases_delivered;
create index cases_delivered on cases (tenant_id, finalized_at) include (closed_after_seconds)
  where finalized and state not in ('CANCELLED', 'cancelled');
create index cases_delivered_by_branch on cases (tenant_id, branch_id, finalized_at) include (closed_after_seconds)
  where finalized and state not in ('CANCELLED', 'cancelled');
create index cases_delivered_by_id on cases (tenant_id, id) include (finalized_at, closed_after_seconds, branch_id)
  where finalized and state not in ('CANCELLED', 'cancelled');
drop index cases_by_time_taken;
create index cases_by_time_taken on cases (tenant_id, closed_after_seconds) include (finalized_at, branch_id)
  where finalized and state not in ('CANCELLED', 'cancelled');
