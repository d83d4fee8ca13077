-- A deleted user leaves its id behind, as the pseudonym that histories and tours refer to, and nothing else.
alter table users drop constraint users_kind_check;
alter table users add constraint users_kind_check check (kind in ('PERSON', 'SERVICE_ACCOUNT', 'DELETED'));
alter table users add constraint users_deleted_without_data check (kind <> 'DELETED' or (blocked and firstname = '' and lastname = ''
  and email is null and phone_number is null and external_id is null and password_hash is null and pin_hash is null));

create index case_comments_by_user on case_comments (tenant_id, user_id) where user_id is not null;
create index outbox_messages_by_user on outbox_messages (tenant_id, user_id) where user_id is not null;
create index challenges_by_user on challenges (tenant_id, user_id) where user_id is not null;
-- Which roles wait in open invites: asked before a role changes.
create index user_invites_open on user_invites using gin (role_ids) where status = 'OPEN';

-- The register of where personal data of a user lie. A new table with such data adds its line here by a migration.
-- Not here: events and idempotency records, which are gone after a day.
create function erase_user(erased uuid) returns void language sql volatile as $$
  delete from role_associations where tenant_id = current_tenant() and user_id = erased;
  delete from user_active_states where tenant_id = current_tenant() and user_id = erased;
  delete from user_invites where tenant_id = current_tenant() and user_id = erased;
  delete from user_skills where tenant_id = current_tenant() and user_id = erased;
  delete from responsibility_claims where tenant_id = current_tenant() and user_id = erased;
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
