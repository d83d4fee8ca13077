-- Codes and links open an account: they are kept until they are sent, and no longer.
alter table outbox_messages add column confidential boolean not null default false;
alter table outbox_messages alter column confidential set statistics 20;
update outbox_messages set confidential = true, body = case when status = 'PENDING' then body else '' end
where purpose in ('SIGN_IN_CODE', 'SET_PASSWORD');
