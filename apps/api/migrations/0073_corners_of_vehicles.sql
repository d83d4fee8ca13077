-- Which corner of the vehicle a photo of a roadside case shows.
alter table assets add column corner text check (corner in ('FL', 'FR', 'RL', 'RR'));
