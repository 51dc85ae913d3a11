-- The operator's log-ins to the console. Only a digest is kept: who reads the table cannot log in with it.

create table operator_session (
  session_digest bytea primary key,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index operator_session_expiry on operator_session (expires_at);
