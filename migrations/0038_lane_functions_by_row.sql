-- The functions that write to one lane insert row by row. On a cluster, the node of a lane plans an `insert … select` anew at
-- each call, for every shard that it might be about, while the plan of an insert of values is kept: with the few rows that one
-- lane has at a time, an append takes half as long and a commit less than that. One PostgreSQL writes its lanes together
-- (src/store/by-lane.ts).

-- As in `0023_lane_functions.sql`.
create or replace function append_items(
  p_lane int, p_count int, p_items json, out base bigint, out fresh text[], out received_at timestamptz
) language plpgsql set enable_seqscan = off as $$
#variable_conflict use_variable
declare
  earlier int;
  known text[] := '{}';
  one record;
begin
  fresh := '{}';
  received_at := clock_timestamp();
  update lane_head set next_seq = next_seq + p_count where lane = p_lane
  returning next_seq - p_count, split_from into base, earlier;
  if earlier is not null then
    select coalesce(array_agg(id), '{}') into known from seen
    where lane = earlier and id = any(array(select item ->> 'dedupe' from json_array_elements(p_items) as item));
  end if;
  for one in
    select * from json_to_recordset(p_items)
      as row (place int, agent_id text, phone_number text, body json, dedupe text)
    order by row.dedupe
  loop
    if one.dedupe is not null then
      continue when one.dedupe = any(known);
      insert into seen (lane, id) values (p_lane, one.dedupe) on conflict do nothing;
      continue when not found;
      fresh := fresh || one.dedupe;
    end if;
    insert into inbox (lane, seq, agent_id, phone_number, body, received_at)
    values (p_lane, base + one.place, one.agent_id, one.phone_number, one.body, received_at);
  end loop;
end $$;

-- As in `0035_event_trace.sql`.
create or replace function commit_turns(
  p_lane int, p_owner text, p_epoch bigint, p_done bigint[], p_dispatched bigint[], p_rows json
) returns boolean language plpgsql set enable_seqscan = off as $$
declare
  at timestamptz := clock_timestamp();
  today date := (now() at time zone 'utc')::date;
  one record;
begin
  if not hold_fence(p_lane, p_owner, p_epoch) then
    return false;
  end if;
  if p_done <> '{}' then
    delete from inbox where lane = p_lane and seq = any(p_done);
  end if;
  for one in
    select * from json_to_recordset(p_rows -> 'conversation')
      as row (agent_id text, phone_number text, session json, consent json, turns bigint, chain text, version int)
  loop
    insert into conversation (lane, agent_id, phone_number, session, consent, turns, chain, version, updated_at)
    values (p_lane, one.agent_id, one.phone_number, one.session, one.consent, one.turns, one.chain, one.version, at)
    on conflict (lane, agent_id, phone_number) do update
    set session = excluded.session, consent = excluded.consent, turns = excluded.turns,
        chain = excluded.chain, version = excluded.version, updated_at = excluded.updated_at;
  end loop;
  for one in
    select * from json_to_recordset(p_rows -> 'consent')
      as row (agent_id text, phone_number text, seq bigint, action text, source text, at timestamptz, evidence json)
  loop
    insert into consent (lane, agent_id, phone_number, seq, action, source, at, evidence)
    values (p_lane, one.agent_id, one.phone_number, one.seq, one.action, one.source, one.at, one.evidence);
  end loop;
  for one in
    select * from json_to_recordset(p_rows -> 'turn')
      as row (epoch bigint, agent_id text, phone_number text, number bigint, seq bigint, item json, trace json,
              message_id uuid, stopped text, chain_before text, chain text, received_at timestamptz,
              started_at timestamptz, version int)
  loop
    insert into turn (lane, epoch, agent_id, phone_number, number, seq, item, trace, message_id, stopped, chain_before,
                      chain, received_at, started_at, version, committed_at)
    values (p_lane, one.epoch, one.agent_id, one.phone_number, one.number, one.seq, one.item, one.trace, one.message_id,
            one.stopped, one.chain_before, one.chain, one.received_at, one.started_at, one.version, at);
  end loop;
  for one in
    select * from json_to_recordset(p_rows -> 'message')
      as row (message_id uuid, agent_id text, phone_number text, state_id text, seq bigint, content json,
              ttl_seconds int)
  loop
    insert into message (lane, message_id, agent_id, phone_number, state_id, seq, content, ttl_seconds)
    values (p_lane, one.message_id, one.agent_id, one.phone_number, one.state_id, one.seq, one.content, one.ttl_seconds);
  end loop;
  for one in
    select * from json_to_recordset(p_rows -> 'outbox')
      as row (seq bigint, agent_id text, phone_number text, body json)
  loop
    insert into outbox (lane, seq, agent_id, phone_number, body)
    values (p_lane, one.seq, one.agent_id, one.phone_number, one.body);
  end loop;
  if p_dispatched <> '{}' then
    delete from outbox where lane = p_lane and seq = any(p_dispatched);
  end if;
  for one in
    select * from json_to_recordset(p_rows -> 'events')
      as row (seq bigint, ordinal smallint, event_id uuid, agent_id text, phone_number text, class text, type text,
              message_id text, response text, body text, traceparent text, forwarded boolean)
  loop
    insert into event (lane, seq, ordinal, event_id, agent_id, phone_number, class, type, message_id, response, body,
                       traceparent, created_at)
    values (p_lane, one.seq, one.ordinal, one.event_id, one.agent_id, one.phone_number, one.class, one.type,
            one.message_id, one.response, one.body, one.traceparent, at);
    if one.forwarded then
      insert into forward (lane, agent_id, seq, ordinal, phone_number)
      values (p_lane, one.agent_id, one.seq, one.ordinal, one.phone_number);
    end if;
  end loop;
  for one in
    select * from json_to_recordset(p_rows -> 'redelivered')
      as row (seq bigint, ordinal smallint, day date, agent_id text, endpoint_id text, phone_number text)
  loop
    delete from failure
    where lane = p_lane and seq = one.seq and ordinal = one.ordinal and endpoint_id = one.endpoint_id;
    insert into forward (lane, agent_id, endpoint_id, seq, ordinal, phone_number, day)
    values (p_lane, one.agent_id, one.endpoint_id, one.seq, one.ordinal, one.phone_number, coalesce(one.day, today))
    on conflict do nothing;
  end loop;
  return true;
end $$;

-- As in `0031_endpoints.sql`. What failed is rare, and still one statement.
create or replace function commit_forwarding(p_lane int, p_owner text, p_epoch bigint, p_rows json)
returns boolean language plpgsql set enable_seqscan = off as $$
declare
  one record;
begin
  if not hold_fence(p_lane, p_owner, p_epoch) then
    return false;
  end if;
  if exists (select from json_to_recordset(p_rows) as row (failure text) where row.failure is not null) then
    insert into failure (lane, seq, ordinal, agent_id, endpoint_id, phone_number, reason, reason_group, status, attempts,
                         day, class, type)
    select forward.lane, forward.seq, forward.ordinal, forward.agent_id, forward.endpoint_id, forward.phone_number,
           row.failure, row.reason_group, row.status, row.attempts, forward.day, event.class, event.type
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
  end if;
  for one in
    select * from json_to_recordset(p_rows)
      as row (agent_id text, endpoint_id text, seq bigint, ordinal smallint, attempts smallint, due_at timestamptz,
              started_at timestamptz, status int, duration_ms int, error text, response text)
  loop
    if one.started_at is not null then
      insert into attempt (lane, seq, ordinal, endpoint_id, started_at, status, duration_ms, error, response)
      values (p_lane, one.seq, one.ordinal, one.endpoint_id, one.started_at, one.status, one.duration_ms, one.error,
              one.response)
      on conflict do nothing;
    end if;
    if one.due_at is null then
      delete from forward
      where lane = p_lane and agent_id = one.agent_id and endpoint_id = one.endpoint_id and seq = one.seq
        and ordinal = one.ordinal;
    else
      update forward set attempts = one.attempts, due_at = one.due_at
      where lane = p_lane and agent_id = one.agent_id and endpoint_id = one.endpoint_id and seq = one.seq
        and ordinal = one.ordinal;
    end if;
  end loop;
  return true;
end $$;
