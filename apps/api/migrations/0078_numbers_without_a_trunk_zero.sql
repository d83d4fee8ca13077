-- +43 0660 1234567 was kept as it was typed, and no message ever came: the zero belongs to calls within the country alone. Where the
-- number without it is taken already, both stay, for somebody has to say whose it is. New numbers are read by `phone-number.ts`.
-- Countries whose numbers keep their zero (Italy, San Marino, the Vatican, Ivory Coast, Congo, Gabon) are none of these.
create function pg_temp.without_trunk_zero(number text) returns text language sql immutable as $$
  select regexp_replace(number,
    '^(\+(?:43|49|41|423|44|33|31|32|46|47|358|353|386|385|381|387|382|383|389|421|40|90|380|355|373|359|972|61|64|81|82|27))0+(?=[1-9])', '\1')
$$;

update users person set phone_number = pg_temp.without_trunk_zero(phone_number)
where phone_number <> pg_temp.without_trunk_zero(phone_number) and not exists (
  select 1 from users other where other.tenant_id = person.tenant_id and other.id <> person.id
    and pg_temp.without_trunk_zero(other.phone_number) = pg_temp.without_trunk_zero(person.phone_number));
update devices phone set phone_number = pg_temp.without_trunk_zero(phone_number)
where phone_number <> pg_temp.without_trunk_zero(phone_number) and not exists (
  select 1 from devices other where other.tenant_id = phone.tenant_id and other.id <> phone.id
    and pg_temp.without_trunk_zero(other.phone_number) = pg_temp.without_trunk_zero(phone.phone_number));
update branches set phone_number = pg_temp.without_trunk_zero(phone_number)
where phone_number <> pg_temp.without_trunk_zero(phone_number);
