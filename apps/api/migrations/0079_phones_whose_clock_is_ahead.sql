-- How far the clock of whoever reports a vehicle's positions is ahead of ours, and when that was last seen. Positions are kept at the
-- time that it was by our clock, so that one from ahead does not outrank those that arrive after it.
alter table vehicle_positions
  add column clock_ahead_seconds integer not null default 0 check (clock_ahead_seconds between 0 and 3600),
  add column clock_ahead_at timestamptz(3);
