-- Calendars, their feeds and the log of who has looked at a driver's positions came after this register, and relied on the deletion of the
-- row in users, which stays. What belongs to an event goes with it; a tour that was made of a shift stays.
-- The register of where personal data of a user lie. A new table with such data adds its line here by a migration.
-- Not here: events, idempotency records and imports, which are gone after a day, and what names a user by the id alone.
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
  delete from outbox_messages where tenant_id = current_tenant() and user_id = erased;
  delete from outbox_messages where tenant_id = current_tenant() and recipient in (
    select unnest(array[email, phone_number]) from users where tenant_id = current_tenant() and id = erased);
  update users set kind = 'DELETED', blocked = true, firstname = '', lastname = '', email = null, phone_number = null, external_id = null,
    language = null, password_hash = null, pin_hash = null, lock_version = lock_version + 1, updated_at = now()
  where tenant_id = current_tenant() and id = erased;
$$;

-- Users who were deleted before.
delete from calendar_events event using users where users.tenant_id = event.tenant_id and users.id = event.user_id and users.kind = 'DELETED';
delete from calendar_feeds feed using users where users.tenant_id = feed.tenant_id and users.id = feed.user_id and users.kind = 'DELETED';
delete from location_readers seen using users where users.tenant_id = seen.tenant_id and users.id = seen.user_id and users.kind = 'DELETED';
