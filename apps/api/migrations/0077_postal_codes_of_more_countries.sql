-- Numbers lost their leading zeros in every country that was not named: 00100 Helsinki was kept as 100. `postal-code.ts` knows the same.
create or replace function postal_code_of(zip_code int, country text) returns text language sql immutable parallel safe as $$
  select lpad(zip_code::text, greatest(length(zip_code::text), case
    when country in ('AU', 'DK', 'GE', 'NO', 'NZ', 'ZA') then 4
    when country in ('CZ', 'DE', 'DZ', 'ES', 'FI', 'FR', 'IT', 'KR', 'LT', 'MX', 'MY', 'PE', 'PR', 'SK', 'TR', 'UA', 'US', 'VA', 'VI') then 5
    when country in ('CN', 'CO', 'EC', 'KZ', 'RO', 'SG') then 6
    else 0 end), '0')
$$;

-- Whatever has digits alone and too few of them has lost zeros, for the code has that many in its country.
update stored_addresses set postal_code = postal_code_of(postal_code::int, country)
where postal_code ~ '^[0-9]{1,5}$' and length(postal_code) < length(postal_code_of(postal_code::int, country));
