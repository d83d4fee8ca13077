-- A mail may have a file, which is made when it goes out: it names what the file is made of.
alter table outbox_messages add column attachment_id uuid;
alter table outbox_messages alter column attachment_id set statistics 20;
create index outbox_messages_to_attach on outbox_messages (due_at) where status = 'PENDING' and attachment_id is not null;
-- The confirmation of a handover goes out as a link, or as such a file, which no secret opens.
alter table handover_links add column mode text not null default 'LINK' check (mode in ('LINK', 'ATTACHMENT'));
alter table handover_links alter column secret_hash drop not null;
alter table handover_links add check ((mode = 'LINK') = (secret_hash is not null));
