-- Critical messages to one device or one person.
create index critical_messages_by_device on critical_messages (tenant_id, device_id, created_at desc) where device_id is not null;
create index critical_messages_by_user on critical_messages (tenant_id, user_id, created_at desc) where user_id is not null;
