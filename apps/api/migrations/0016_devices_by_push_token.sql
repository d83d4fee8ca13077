-- A push token belongs to one installed app: setting it on one device takes it from any other.
create index devices_by_push_token on devices (tenant_id, push_token) where push_token is not null;
