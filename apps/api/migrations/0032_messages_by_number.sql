-- How many messages a telephone number got lately is asked before one is sent to it. A push goes to a token that nobody looks
-- up, and there is one for nearly every action: it does without.
drop index outbox_messages_by_recipient;
create index outbox_messages_by_recipient on outbox_messages (tenant_id, recipient, created_at desc) where channel <> 'PUSH';
