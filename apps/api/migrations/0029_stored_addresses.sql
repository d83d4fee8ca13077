-- The tenant's own kinds of stored addresses.
create table stored_address_types (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 100), short_key text not null check (char_length(short_key) between 1 and 32), description text,
  lock_version bigint not null default 0, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id), unique (tenant_id, short_key));
select isolate_tenants('stored_address_types');

-- Places that a tenant drives to again and again. Opening hours are JSON, d0 (Monday) to d6, in the tenant's time zone.
create table stored_addresses (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 255),
  type text not null default 'DEFAULT_DESTINATION' check (type in ('DEFAULT_DESTINATION', 'DEFAULT_SOURCE', 'OTHER')), stored_address_type_id uuid,
  street text check (char_length(street) <= 255), house_number text check (char_length(house_number) <= 32),
  addition text check (char_length(addition) <= 255), floor text check (char_length(floor) <= 32),
  zip_code int check (zip_code between 0 and 9999999), city text check (char_length(city) <= 255), country text check (country ~ '^[A-Z]{2}$'),
  lat double precision check (lat between -90 and 90), lon double precision check (lon between -180 and 180),
  contact_name text check (char_length(contact_name) <= 255), phone_number text check (char_length(phone_number) <= 64), notes text check (char_length(notes) <= 2000),
  elevator boolean not null default false, public_place boolean not null default false, home boolean not null default false,
  elderly_home boolean not null default false, cold_storage boolean not null default false,
  opening_hours jsonb, excluded_vehicle_type_ids uuid[] not null default '{}',
  lock_version bigint not null default 0, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id), check ((lat is null) = (lon is null)),
  foreign key (tenant_id, stored_address_type_id) references stored_address_types);
create index stored_addresses_by_name on stored_addresses (tenant_id, name, id);
create index stored_addresses_by_type on stored_addresses (tenant_id, stored_address_type_id);
select isolate_tenants('stored_addresses');
