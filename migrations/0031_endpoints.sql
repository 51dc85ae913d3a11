-- Further endpoints of an agent beside its own webhook. What is on its way to an endpoint has its id beside the agent's; the id
-- of an agent's own webhook is empty. The id comes before the place of the event in the keys that forwarding reads by: a
-- million events of one endpoint are not in the way of another's.

-- How an endpoint answers. Its name is free for the endpoints themselves.
alter table endpoint rename to endpoint_health;
alter table endpoint_health add column endpoint_id text not null default '';
alter table endpoint_health drop constraint endpoint_pkey;
alter table endpoint_health add primary key (agent_id, endpoint_id);
alter table open_breaker add column endpoint_id text not null default '';
alter table open_breaker drop constraint open_breaker_pkey;
alter table open_breaker add primary key (agent_id, endpoint_id);

create table endpoint (
  endpoint_id text primary key,
  agent_id text not null references agent on delete cascade,
  url text not null,
  description text,
  -- Null: all.
  classes text[],
  types text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index endpoint_agent on endpoint (agent_id, created_at);

alter table forward add column endpoint_id text not null default '';
alter table forward drop constraint forward_pkey;
alter table forward add primary key (lane, agent_id, endpoint_id, seq, ordinal);
drop index forward_retry;
create index forward_retry on forward (lane, agent_id, endpoint_id, due_at) where attempts > 0;

alter table failure add column endpoint_id text not null default '';
alter table failure drop constraint failure_pkey;
alter table failure add primary key (lane, seq, ordinal, endpoint_id);
drop index failure_agent;
create index failure_agent on failure (agent_id, endpoint_id, failed_at desc) where discard_id is null;
drop index failure_group;
create index failure_group on failure (agent_id, endpoint_id, reason_group, failed_at desc) where discard_id is null;

alter table attempt add column endpoint_id text not null default '';

-- One redelivery at a time to each endpoint.
drop index redelivery_open;
create unique index redelivery_open on redelivery (agent_id, coalesce(filter ->> 'endpointId', ''))
  where finished_at is null;

-- As before, with the endpoint. The rows `redelivered` are also those of new events to further endpoints, whose day is today.
create or replace function commit_turns(
  p_lane int, p_owner text, p_epoch bigint, p_done bigint[], p_dispatched bigint[], p_rows json
) returns boolean language plpgsql set enable_seqscan = off as $$
declare
  at timestamptz := clock_timestamp();
  today date := (now() at time zone 'utc')::date;
begin
  if not hold_fence(p_lane, p_owner, p_epoch) then
    return false;
  end if;
  if p_done <> '{}' then
    delete from inbox where lane = p_lane and seq = any(p_done);
  end if;
  if p_rows -> 'conversation' is not null then
    insert into conversation (lane, agent_id, phone_number, session, consent, turns, chain, version, updated_at)
    select fence.lane, agent_id, phone_number, session, consent, turns, chain, version, at
    from lane_fence as fence, json_to_recordset(p_rows -> 'conversation')
      as row (agent_id text, phone_number text, session json, consent json, turns bigint, chain text, version int)
    where fence.lane = p_lane
    on conflict (lane, agent_id, phone_number) do update
    set session = excluded.session, consent = excluded.consent, turns = excluded.turns,
        chain = excluded.chain, version = excluded.version, updated_at = excluded.updated_at;
  end if;
  if p_rows -> 'consent' is not null then
    insert into consent (lane, agent_id, phone_number, seq, action, source, at, evidence)
    select fence.lane, agent_id, phone_number, seq, action, source, row.at, evidence
    from lane_fence as fence, json_to_recordset(p_rows -> 'consent')
      as row (agent_id text, phone_number text, seq bigint, action text, source text, at timestamptz, evidence json)
    where fence.lane = p_lane;
  end if;
  if p_rows -> 'turn' is not null then
    insert into turn (lane, epoch, agent_id, phone_number, number, seq, item, trace, message_id, stopped, chain_before,
                      chain, received_at, started_at, version, committed_at)
    select fence.lane, row.epoch, agent_id, phone_number, number, seq, item, trace, message_id, stopped, chain_before,
           chain, received_at, started_at, version, at
    from lane_fence as fence, json_to_recordset(p_rows -> 'turn')
      as row (epoch bigint, agent_id text, phone_number text, number bigint, seq bigint, item json, trace json,
              message_id uuid, stopped text, chain_before text, chain text, received_at timestamptz,
              started_at timestamptz, version int)
    where fence.lane = p_lane;
  end if;
  if p_rows -> 'message' is not null then
    insert into message (lane, message_id, agent_id, phone_number, state_id, seq, content, ttl_seconds)
    select fence.lane, message_id, agent_id, phone_number, state_id, seq, content, ttl_seconds
    from lane_fence as fence, json_to_recordset(p_rows -> 'message')
      as row (message_id uuid, agent_id text, phone_number text, state_id text, seq bigint, content json,
              ttl_seconds int)
    where fence.lane = p_lane;
  end if;
  if p_rows -> 'outbox' is not null then
    insert into outbox (lane, seq, agent_id, phone_number, body)
    select fence.lane, seq, agent_id, phone_number, body
    from lane_fence as fence, json_to_recordset(p_rows -> 'outbox')
      as row (seq bigint, agent_id text, phone_number text, body json)
    where fence.lane = p_lane;
  end if;
  if p_dispatched <> '{}' then
    delete from outbox where lane = p_lane and seq = any(p_dispatched);
  end if;
  if p_rows -> 'events' is not null then
    insert into event (lane, seq, ordinal, event_id, agent_id, phone_number, class, type, message_id, response, body,
                       created_at)
    select fence.lane, seq, ordinal, event_id, agent_id, phone_number, class, type, message_id, response, body, at
    from lane_fence as fence, json_to_recordset(p_rows -> 'events')
      as row (seq bigint, ordinal smallint, event_id uuid, agent_id text, phone_number text, class text, type text,
              message_id text, response text, body text)
    where fence.lane = p_lane;
    insert into forward (lane, agent_id, seq, ordinal, phone_number)
    select fence.lane, agent_id, seq, ordinal, phone_number
    from lane_fence as fence, json_to_recordset(p_rows -> 'events')
      as row (seq bigint, ordinal smallint, agent_id text, phone_number text, forwarded boolean)
    where fence.lane = p_lane and forwarded;
  end if;
  if p_rows -> 'redelivered' is not null then
    delete from failure using json_to_recordset(p_rows -> 'redelivered')
      as row (seq bigint, ordinal smallint, endpoint_id text)
    where failure.lane = p_lane and failure.seq = row.seq and failure.ordinal = row.ordinal
      and failure.endpoint_id = row.endpoint_id;
    insert into forward (lane, agent_id, endpoint_id, seq, ordinal, phone_number, day)
    select fence.lane, agent_id, endpoint_id, seq, ordinal, phone_number, coalesce(day, today)
    from lane_fence as fence, json_to_recordset(p_rows -> 'redelivered')
      as row (seq bigint, ordinal smallint, day date, agent_id text, endpoint_id text, phone_number text)
    where fence.lane = p_lane
    on conflict do nothing;
  end if;
  return true;
end $$;

create or replace function commit_forwarding(p_lane int, p_owner text, p_epoch bigint, p_rows json)
returns boolean language plpgsql set enable_seqscan = off as $$
begin
  if not hold_fence(p_lane, p_owner, p_epoch) then
    return false;
  end if;
  insert into attempt (lane, seq, ordinal, endpoint_id, started_at, status, duration_ms, error, response)
  select fence.lane, seq, ordinal, endpoint_id, started_at, status, duration_ms, error, response
  from lane_fence as fence, json_to_recordset(p_rows)
    as row (seq bigint, ordinal smallint, endpoint_id text, started_at timestamptz, status int, duration_ms int,
            error text, response text)
  where fence.lane = p_lane and started_at is not null
  on conflict do nothing;
  update forward set attempts = row.attempts, due_at = row.due_at
  from json_to_recordset(p_rows)
    as row (agent_id text, endpoint_id text, seq bigint, ordinal smallint, attempts smallint, due_at timestamptz)
  where forward.lane = p_lane and forward.agent_id = row.agent_id and forward.endpoint_id = row.endpoint_id
    and forward.seq = row.seq and forward.ordinal = row.ordinal and row.due_at is not null;
  insert into failure (lane, seq, ordinal, agent_id, endpoint_id, phone_number, reason, reason_group, status, attempts, day,
                       class, type)
  select forward.lane, forward.seq, forward.ordinal, forward.agent_id, forward.endpoint_id,
         forward.phone_number, row.failure, row.reason_group, row.status, row.attempts, forward.day, event.class, event.type
  from forward
  join json_to_recordset(p_rows)
    as row (agent_id text, endpoint_id text, seq bigint, ordinal smallint, attempts smallint, due_at timestamptz,
            failure text, reason_group text, status int)
    on forward.agent_id = row.agent_id and forward.endpoint_id = row.endpoint_id and forward.seq = row.seq
      and forward.ordinal = row.ordinal
  left join event on event.lane = forward.lane and event.seq = forward.seq and event.ordinal = forward.ordinal
    and event.day = forward.day
  where forward.lane = p_lane and row.due_at is null and row.failure is not null
  on conflict (lane, seq, ordinal, endpoint_id) do update
  set day = excluded.day, reason = excluded.reason, reason_group = excluded.reason_group, status = excluded.status,
      attempts = excluded.attempts, failed_at = excluded.failed_at, class = excluded.class, type = excluded.type,
      discard_id = null;
  delete from forward using json_to_recordset(p_rows)
    as row (agent_id text, endpoint_id text, seq bigint, ordinal smallint, due_at timestamptz)
  where forward.lane = p_lane and forward.agent_id = row.agent_id and forward.endpoint_id = row.endpoint_id
    and forward.seq = row.seq and forward.ordinal = row.ordinal and row.due_at is null;
  return true;
end $$;
