-- Whoever sends the confirmation of a handover reads with the case what became of its mails: which ones they are, and of a message that
-- was given up why and when.
alter table outbox_messages add column failure text, add column failed_at timestamptz(3);
alter table outbox_messages alter column failure set statistics 20, alter column failed_at set statistics 20;
update outbox_messages set failed_at = due_at - make_interval(secs => 2 ^ attempts) where status = 'FAILED';
alter table handover_links add column message_ids uuid[] not null default '{}';
update handover_links link set message_ids = array(
  select mail.id from outbox_messages mail
  where mail.tenant_id = link.tenant_id and mail.case_id = link.case_id and mail.purpose = 'HANDOVER_CONFIRMATION'
    and mail.created_at = link.created_at order by mail.seq);
