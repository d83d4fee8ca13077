-- A webhook that was for branches alone is switched off when the last of them is deleted, instead of being called for everything.
alter table webhooks drop constraint webhooks_disabled_reason_check;
alter table webhooks add constraint webhooks_disabled_reason_check check (disabled_reason in ('FAILING', 'GONE', 'NO_BRANCH')) not valid;
alter table webhooks validate constraint webhooks_disabled_reason_check;
