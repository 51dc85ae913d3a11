-- The hot path. `lane` is the first column of every primary key here and stands in every `where`, so that the tables
-- can be distributed by it. Logs are partitioned by day and dropped, never deleted row by row.

-- Who lives: a process announces itself, so that lanes spread evenly over the live ones.
create table process (
  process_id text primary key,
  -- Machine and pid namespace, with the pid: tells a process that starts on the same machine whether this one is dead.
  host text not null,
  pid integer not null,
  seen_at timestamptz not null default now()
);

-- Two tables for one lane, because the fence locks the owner in share mode while the append updates the head.
create table lane_owner (
  lane integer primary key,
  owner text,
  epoch bigint not null default 0,
  lease_until timestamptz not null default '-infinity'
) with (fillfactor = 50);

create table lane_head (
  lane integer primary key,
  next_seq bigint not null default 1
) with (fillfactor = 50);

create table inbox (
  lane integer not null,
  seq bigint not null,
  agent_id text not null,
  phone_number text not null,
  body json not null,
  attempts smallint not null default 0,
  received_at timestamptz not null default now(),
  primary key (lane, seq)
);

-- What arrived before. A unique key on the inbox would forget an id as soon as its row is processed.
create table seen (
  lane integer not null,
  id text not null,
  day date not null default (now() at time zone 'utc')::date,
  primary key (lane, id, day)
) partition by range (day);

-- Answers of requests that carried an Idempotency-Key or a messageId of their own.
create table idempotency (
  lane integer not null,
  key text not null,
  fingerprint bytea not null,
  message_id uuid not null,
  day date not null default (now() at time zone 'utc')::date,
  created_at timestamptz not null default now(),
  primary key (lane, key, day)
) partition by range (day);

create table conversation (
  lane integer not null,
  agent_id text not null,
  phone_number text not null,
  session json not null,
  unsubscribed boolean not null default false,
  turns bigint not null default 0,
  -- Hash of the last turn: each turn carries the hash of the one before, so that a lost, doubled or reordered one shows.
  chain text not null default '',
  updated_at timestamptz not null default now(),
  primary key (lane, agent_id, phone_number)
) with (fillfactor = 70);

create table turn (
  lane integer not null,
  agent_id text not null,
  phone_number text not null,
  number bigint not null,
  day date not null default (now() at time zone 'utc')::date,
  seq bigint not null,
  item json not null,
  trace json not null,
  message_id uuid,
  stopped text,
  chain_before text not null,
  chain text not null,
  epoch bigint not null,
  received_at timestamptz not null,
  started_at timestamptz not null,
  committed_at timestamptz not null default clock_timestamp(),
  primary key (lane, agent_id, phone_number, number, day)
) partition by range (day);

create table message (
  lane integer not null,
  message_id uuid not null,
  day date not null default (now() at time zone 'utc')::date,
  agent_id text not null,
  phone_number text not null,
  state_id text not null,
  seq bigint not null,
  content json not null,
  ttl_seconds integer,
  created_at timestamptz not null default now(),
  primary key (lane, message_id, day)
) partition by range (day);

-- Messages on their way to the platform; a row goes when the platform has taken or refused its message.
create table outbox (
  lane integer not null,
  seq bigint not null,
  agent_id text not null,
  phone_number text not null,
  body json not null,
  primary key (lane, seq)
);

-- (lane, seq, ordinal) is the order in which a conversation's events happened: seq of the inbox item, and the place in its turn.
create table event (
  lane integer not null,
  seq bigint not null,
  ordinal smallint not null,
  day date not null default (now() at time zone 'utc')::date,
  event_id uuid not null,
  agent_id text not null,
  phone_number text not null,
  class text not null,
  type text not null,
  message_id text,
  response text,
  -- Text and not json: every attempt sends exactly these bytes.
  body text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (lane, seq, ordinal, day)
) partition by range (day);
create index event_agent on event (agent_id, created_at desc);
create index event_message on event (message_id) where class <> 'UserMessage';

-- Events that the client does not have yet.
create table forward (
  lane integer not null,
  agent_id text not null,
  seq bigint not null,
  ordinal smallint not null,
  phone_number text not null,
  attempts smallint not null default 0,
  due_at timestamptz not null default now(),
  primary key (lane, agent_id, seq, ordinal)
) with (fillfactor = 70);

-- The failure queue: events that the client refused or did not take in time.
create table failure (
  lane integer not null,
  seq bigint not null,
  ordinal smallint not null,
  agent_id text not null,
  phone_number text not null,
  reason text not null,
  attempts smallint not null,
  failed_at timestamptz not null default now(),
  primary key (lane, seq, ordinal)
);
create index failure_agent on failure (agent_id, failed_at desc);

create table attempt (
  lane integer not null,
  seq bigint not null,
  ordinal smallint not null,
  day date not null default (now() at time zone 'utc')::date,
  started_at timestamptz not null,
  status integer,
  duration_ms integer not null,
  error text,
  response text,
  primary key (lane, seq, ordinal, started_at, day)
) partition by range (day);

-- Inbox items whose turn failed again and again: kept with the reason, so that the conversation goes on without them.
create table failed_item (
  lane integer not null,
  seq bigint not null,
  agent_id text not null,
  phone_number text not null,
  body json not null,
  attempts smallint not null,
  reason text not null,
  failed_at timestamptz not null default now(),
  primary key (lane, seq)
);

-- Rows that come and go by the thousand: vacuum early, in small steps.
alter table inbox set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
alter table outbox set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
alter table forward set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
alter table conversation set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);
alter table lane_head set (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_cost_delay = 0);
alter table lane_owner set (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_cost_delay = 0);
