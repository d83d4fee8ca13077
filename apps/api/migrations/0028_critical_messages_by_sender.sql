-- People send critical messages too, and want to see who has read them; null: the product itself raised it.
alter table critical_messages add column sent_by uuid;
create index critical_messages_by_sender on critical_messages (tenant_id, sent_by, created_at desc, id) where sent_by is not null;
