-- Where somebody signed in, by what, and when they last proved who they are: what a list of sessions shows, and what is asked
-- before somebody may do what would outlast the session. Tokens of before tell nothing; their beginning counts as the proof.
alter table tokens
  add column address_prefix text check (length(address_prefix) <= 50),
  add column user_agent text check (length(user_agent) <= 200),
  add column methods text[] not null default '{}' check (methods <@ array['PASSWORD', 'PIN', 'SMS', 'PHONE']),
  add column reauthenticated_at timestamptz(3);
