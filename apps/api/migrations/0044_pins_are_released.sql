-- Ten wrong PINs void a PIN. Since when; null: never, or it was released.
alter table users add column pin_voided_at timestamptz(3);
-- The phone's session by which a person has given the right PIN. That makes the phone known; signing it in by SMS does not.
alter table challenges add column device_token_id uuid;
-- From now on drivers need a signed-in phone unless their tenant says otherwise. Where some have signed in by SMS and PIN alone,
-- they may until the tenant decides.
update tenants set settings = settings || '{"pin_requires_device": false}'
where not settings ? 'pin_requires_device' and exists (
  select from tokens join users on users.tenant_id = tokens.tenant_id and users.id = tokens.user_id
  where tokens.tenant_id = tenants.id and tokens.kind = 'USER' and tokens.device_id is null and users.pin_hash is not null);
