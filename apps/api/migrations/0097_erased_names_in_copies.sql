-- Names of people lie in copies, too: comments in the log of events and in deliveries of webhooks, which are sent again for a month, callbacks
-- that wait for a partner, the external id as the lead of tours and among the faults of sync. Callbacks now say by id, too, who asked for them.
-- Users who were deleted before: their names, and their places in the crews of planned tours, which are now given up with the deletion.
update events told set payload = payload || '{"author_name": ""}' from case_comments comment
  where told.type = 'case comment' and comment.tenant_id = told.tenant_id and comment.id::text = told.payload ->> 'comment_id'
    and comment.author_name = '' and told.payload ->> 'author_name' <> '';
update webhook_deliveries sent set data = (data::jsonb || '{"author_name": ""}')::text from case_comments comment
  where sent.type = 'case comment' and comment.tenant_id = sent.tenant_id and comment.id::text = sent.data::jsonb ->> 'comment_id'
    and comment.author_name = '' and sent.data::jsonb ->> 'author_name' <> '';
with gone as (
  delete from tour_users member using users person
  where person.tenant_id = member.tenant_id and person.id = member.user_id and person.kind = 'DELETED' and not member.running and not member.ended
  returning member.tenant_id, member.tour_id)
update tours set lock_version = lock_version + 1, updated_at = now() where (tenant_id, id) in (select tenant_id, tour_id from gone);

-- By this index the copies of a person's comments are found. The lock of the column comes last, so that it is short.
create index webhook_deliveries_of_comments on webhook_deliveries (tenant_id, (data::jsonb ->> 'comment_id')) where type = 'case comment';
alter table queued_events add column requested_by_id uuid;

-- The register of where personal data of a user lie. A new table with such data adds its line here by a migration.
-- Not here: idempotency records and imports, which are gone after a day, and what names a user by the id alone.
create or replace function erase_user(erased uuid) returns void language sql volatile as $$
  delete from role_associations where tenant_id = current_tenant() and user_id = erased;
  delete from user_active_states where tenant_id = current_tenant() and user_id = erased;
  delete from user_invites where tenant_id = current_tenant() and user_id = erased;
  delete from user_skills where tenant_id = current_tenant() and user_id = erased;
  delete from responsibility_claims where tenant_id = current_tenant() and user_id = erased;
  delete from calendar_events where tenant_id = current_tenant() and user_id = erased;
  delete from calendar_feeds where tenant_id = current_tenant() and user_id = erased;
  delete from location_readers where tenant_id = current_tenant() and user_id = erased;
  delete from tokens where tenant_id = current_tenant() and user_id = erased;
  delete from challenges where tenant_id = current_tenant() and user_id = erased;
  update case_comments set author_name = '' where tenant_id = current_tenant() and user_id = erased and author_name <> '';
  update events set payload = payload || '{"author_name": ""}'
  where tenant_id = current_tenant() and type = 'case comment' and payload ->> 'comment_id' in (
    select id::text from case_comments where tenant_id = current_tenant() and user_id = erased);
  update webhook_deliveries set data = (data::jsonb || '{"author_name": ""}')::text
  where tenant_id = current_tenant() and type = 'case comment' and data::jsonb ->> 'comment_id' in (
    select id::text from case_comments where tenant_id = current_tenant() and user_id = erased);
  update queued_events set payload = payload || '{"requested_by": ""}'
    || case when payload ->> 'phone_number' = person.phone_number then '{"phone_number": null}'::jsonb else '{}' end
  from users person
  where queued_events.tenant_id = current_tenant() and requested_by_id = erased and person.tenant_id = current_tenant() and person.id = erased;
  delete from outbox_messages where tenant_id = current_tenant() and user_id = erased;
  delete from outbox_messages where tenant_id = current_tenant() and recipient in (
    select unnest(array[email, phone_number]) from users where tenant_id = current_tenant() and id = erased);
  update tours set tour_lead_external_user_id = null where tenant_id = current_tenant() and tour_lead_external_user_id = (
    select external_id from users where tenant_id = current_tenant() and id = erased);
  update sync_runs set faults = (
    select jsonb_agg(case when fault ->> 'external_id' = person.external_id then fault || '{"external_id": null}' else fault end order by place)
    from jsonb_array_elements(faults) with ordinality as listed (fault, place))
  from users person
  where sync_runs.tenant_id = current_tenant() and job = 'DRIVERS' and person.tenant_id = current_tenant() and person.id = erased
    and faults @> jsonb_build_array(jsonb_build_object('external_id', person.external_id));
  update users set kind = 'DELETED', blocked = true, firstname = '', lastname = '', email = null, phone_number = null, external_id = null,
    language = null, password_hash = null, pin_hash = null, lock_version = lock_version + 1, updated_at = now()
  where tenant_id = current_tenant() and id = erased;
$$;
