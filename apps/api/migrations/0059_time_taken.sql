-- How long cases took is counted roughly along with their days; the exact median is looked up among those that took about as long.
create index cases_by_time_taken on cases (tenant_id, closed_after_seconds) include (finalized_at, branch_id, id)
  where finalized and state not in ('CANCELLED', 'cancelled');
