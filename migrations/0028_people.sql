-- Those who log in to the console, beside the operator key.
create table person (
  person_id text primary key,
  name text not null,
  -- In lower case.
  email text not null unique,
  role text not null check (role in ('reader', 'author', 'operator', 'owner')),
  disabled boolean not null default false,
  created_at timestamptz not null default now(),
  last_log_in_at timestamptz
);

-- Sessions and links are a person's, or the operator key's: then person_id is null.
alter table operator_session rename to console_session;
alter index operator_session_pkey rename to console_session_pkey;
alter index operator_session_expiry rename to console_session_expiry;
alter table console_session
  -- Those of before: by what they are called in lists, which nothing else tells.
  add column session_id text not null unique default 'session_' || substr(md5(random()::text), 1, 20),
  add column person_id text references person on delete cascade,
  add column opened_by text not null default 'operator-key',
  add column address text not null default '',
  add column user_agent text;
alter table console_session alter column session_id drop default, alter column opened_by drop default,
  alter column address drop default;
create index console_session_person on console_session (person_id) where person_id is not null;

alter table log_in_link add column person_id text references person on delete cascade;
create index log_in_link_person on log_in_link (person_id) where person_id is not null;

-- As it was when the entry was written; null for the operator key and for clients.
alter table audit_log add column actor_name text;
