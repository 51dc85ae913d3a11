-- Where an event belongs in a trace, so that its webhook's span has the parent that it would have had without a restart.
-- Null where tracing is off.
alter table event add column traceparent text;

-- As in `0031_endpoints.sql`, with that.
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
                       traceparent, created_at)
    select fence.lane, seq, ordinal, event_id, agent_id, phone_number, class, type, message_id, response, body,
           traceparent, at
    from lane_fence as fence, json_to_recordset(p_rows -> 'events')
      as row (seq bigint, ordinal smallint, event_id uuid, agent_id text, phone_number text, class text, type text,
              message_id text, response text, body text, traceparent text)
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
