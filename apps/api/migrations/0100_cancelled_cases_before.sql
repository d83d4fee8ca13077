-- Cases that were cancelled before their papers were closed, by the release before. The new indexes are made before the old ones go, so that
-- the table is locked for reading but a moment.
update cases set cancelled = true where state = 'adActa' and exists (
  select from case_history filed where filed.tenant_id = cases.tenant_id and filed.case_id = cases.id
    and filed.old_case_state = 'cancelled' and filed.new_case_state = 'adActa' and not filed.undone);

create index cases_carried_out on cases (tenant_id, finalized_at) include (closed_after_seconds)
  where finalized and state not in ('CANCELLED', 'cancelled') and not cancelled;
create index cases_carried_out_by_branch on cases (tenant_id, branch_id, finalized_at) include (closed_after_seconds)
  where finalized and state not in ('CANCELLED', 'cancelled') and not cancelled;
create index cases_carried_out_by_id on cases (tenant_id, id) include (finalized_at, closed_after_seconds, branch_id)
  where finalized and state not in ('CANCELLED', 'cancelled') and not cancelled;
create index cases_carried_out_by_time_taken on cases (tenant_id, closed_after_seconds) include (finalized_at, branch_id, id)
  where finalized and state not in ('CANCELLED', 'cancelled') and not cancelled;
drop index cases_delivered, cases_delivered_by_branch, cases_delivered_by_id, cases_by_time_taken;

-- Plans of tours ahead are computed once a day now; those that were made to wait for the beginning of their tour are spread over some hours.
update tour_plans plan set due_at = now() + random() * interval '6 hours' from tours tour
where tour.tenant_id = plan.tenant_id and tour.id = plan.tour_id and tour.status = 'SCHEDULED' and plan.due_at > now() + interval '1 day';
