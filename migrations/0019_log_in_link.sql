-- Links that log a browser in to the console once. Only a digest is kept: who reads the table cannot log in with it.

create table log_in_link (
  link_digest bytea primary key,
  expires_at timestamptz not null
);
