-- When the crew's last break of the shift began: plans do not send them on another one.
alter table tours add column break_began_at timestamptz(3);
