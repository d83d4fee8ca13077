-- Who may see a delivery is asked again when it is sent: by then the account may see less, or the webhook ask for less. What was
-- written down before, and tests, are for everybody who sees their type.
alter table webhook_deliveries add column audience jsonb not null default '{"everyone": true}';
