-- What the failure queue is grouped, filtered and counted by, beside each of its rows, so that its summary reads no event.
alter table failure add column reason_group text not null default 'other';
alter table failure add column status integer;
alter table failure add column class text;
alter table failure add column type text;
-- Who discarded it, and why; such a row is not in the queue any more.
alter table failure add column discard_id text;
update failure set
  status = substring(reason from 'answered (\d{3})\.')::int,
  reason_group = left(coalesce(
    substring(reason from 'answered (\d{3})\.'), substring(reason from 'the last: (.*)\.$'), rtrim(reason, '.')), 80);
update failure set class = event.class, type = event.type from event
where event.lane = failure.lane and event.seq = failure.seq and event.ordinal = failure.ordinal
  and event.day = failure.day;
drop index failure_agent;
create index failure_agent on failure (agent_id, failed_at desc) where discard_id is null;
create index failure_group on failure (agent_id, reason_group, failed_at desc) where discard_id is null;
-- Events that somebody took out of the failure queue: which ones, how many, who, and why.
create table discard (
  discard_id text primary key,
  agent_id text not null references agent on delete cascade,
  filter json not null,
  events integer not null default 0,
  why text not null,
  discarded_by text not null,
  discarded_at timestamptz not null default now()
);
create index discard_agent on discard (agent_id, discarded_at desc);

-- How an endpoint answers, of all processes together; added to a few times a minute.
create table endpoint (
  agent_id text primary key references agent on delete cascade,
  accepted_at timestamptz,
  failed_at timestamptz,
  -- 4xx since it last accepted an event, and when they began.
  refusals integer not null default 0,
  refusing_since timestamptz
);

-- Events of the failure queue that are sent again in the background: how far that is, so that any process can go on.
create table redelivery (
  redelivery_id text primary key,
  agent_id text not null references agent on delete cascade,
  filter json not null,
  probe boolean not null,
  state text not null default 'WAITING',
  matched integer not null,
  accepted integer not null default 0,
  -- The event that is sent first, the attempts it had before, and when it was chosen.
  probe_event_id uuid,
  probe_attempts integer,
  probed_at timestamptz,
  cursor text,
  reason text,
  requested_by text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- When a process may take the next step: in the future while one is doing so.
  due_at timestamptz not null default now()
);
create unique index redelivery_open on redelivery (agent_id) where finished_at is null;
create index redelivery_agent on redelivery (agent_id, created_at desc);
