-- A feed of another person or of a vehicle is answered as long as its maker may still make it, so it is kept who that is: null for feeds
-- of the release before, which go on. The feeds that a deleted user has made end with the deletion, and free their places.
alter table calendar_feeds add column created_by uuid;

-- The register of where personal data of a user lie. A new table with such data adds its line here by a migration.
-- Not here: idempotency records and imports, which are gone after a day, and what names a user by the id alone.
create or replace function erase_user(erased uuid) returns void language sql volatile as $$
  delete from role_associations where tenant_id = current_tenant() and user_id = erased;
  delete from user_active_states where tenant_id = current_tenant() and user_id = erased;
  delete from user_invites where tenant_id = current_tenant() and user_id = erased;
  delete from user_skills where tenant_id = current_tenant() and user_id = erased;
  delete from responsibility_claims where tenant_id = current_tenant() and user_id = erased;
  delete from calendar_events where tenant_id = current_tenant() and user_id = erased;
  delete from calendar_feeds where tenant_id = current_tenant() and (user_id = erased or created_by = erased);
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
