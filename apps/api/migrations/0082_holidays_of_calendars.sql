-- Whose public holidays are laid over a calendar: a country, and a part of it as the data of the product names it (`6`, `BY-KATH`).
alter table calendars
  add column holiday_country text check (holiday_country ~ '^[A-Z]{2}$'),
  add column holiday_region text check (holiday_region ~ '^[A-Z0-9]{1,3}(-[A-Z0-9]{1,8})?$'),
  add constraint calendars_region_of_a_country check (holiday_region is null or holiday_country is not null);
