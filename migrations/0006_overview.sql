-- What an operator sees first. Counted by the processes and added up a few times a minute; no row of the hot path is read for it.
create table hourly_count (
  hour timestamptz not null,
  kind text not null,
  count bigint not null,
  primary key (hour, kind)
);

-- Webhooks that a process has given a pause. Written again while it lasts; an old `seen_at` means that it is over.
create table open_breaker (
  agent_id text primary key,
  since timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

-- Turns that stopped are few, and are what one looks for.
create index turn_stopped on turn (committed_at desc) where stopped is not null;
