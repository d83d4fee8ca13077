-- Until when somebody whose PIN was voided may set a new one, and who at the desk has allowed it.
alter table users add column pin_released_until timestamptz(3), add column pin_released_by uuid;

-- Desks that help drivers in with a code may also let them set a new PIN.
update roles set lock_version = lock_version + 1, updated_at = now(), grants = grants || array['releaseSignIn']
where role_type in ('ADMINISTRATOR', 'DISPATCHER') and grants && array['requestOneTimePassword', 'updateUser'] and not grants @> array['releaseSignIn'];
