-- Files that messages show. `is_kept` is false while one is being stored or deleted: nobody is shown it, and upkeep
-- removes what was given up halfway.
create table media (
  media_id text primary key,
  account_id text not null references account,
  name text not null,
  type text not null,
  bytes bigint not null,
  is_kept boolean not null default false,
  created_at timestamptz not null default now()
);
create index media_of_account on media (account_id, created_at, media_id);
create index media_unfinished on media (created_at) where not is_kept;
