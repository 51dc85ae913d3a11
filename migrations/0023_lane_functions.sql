-- Writes of one lane as functions that name it first. In a cluster each runs whole on the node of its lane, as one
-- transaction there: a statement with several inserts would be taken apart, with a commit in two phases on every node.
-- On one PostgreSQL, what is written most often is written for many lanes in one statement instead (src/store/by-lane.ts).
--
-- Rows are joined with a row of their lane, not given its number as a value: only then are they inserted where that row is.
-- For the same reason times come in as values, and nothing is returned from an insert.

-- Locks the fence of a lane in share mode, and tells whether it is held. Without an owner nothing is checked.
create function hold_fence(p_lane int, p_owner text, p_epoch bigint) returns boolean language plpgsql as $$
begin
  perform 1 from lane_fence
  where lane = p_lane and (p_owner is null or (owner = p_owner and epoch = p_epoch)) for share;
  return found;
end $$;

-- Appends `p_count` items: those in `p_items` without repeats of each other. `fresh`: the ids that were not seen before.
create function append_items(
  p_lane int, p_count int, p_items json, out base bigint, out fresh text[], out received_at timestamptz
) language plpgsql set enable_seqscan = off as $$
#variable_conflict use_variable
declare
  earlier int;
  known text[] := '{}';
  one text;
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
    insert into seen (lane, id)
    select head.lane, item.dedupe
    from lane_head as head, json_to_recordset(p_items) as item (dedupe text)
    where head.lane = p_lane and item.dedupe is not null and item.dedupe <> all(known)
      and not exists (select 1 from seen as before where before.lane = head.lane and before.id = item.dedupe)
    order by item.dedupe
    on conflict do nothing
    returning id
  loop
    fresh := fresh || one;
  end loop;
  insert into inbox (lane, seq, agent_id, phone_number, body, received_at)
  select head.lane, base + item.place, item.agent_id, item.phone_number, item.body, received_at
  from lane_head as head, json_to_recordset(p_items)
    as item (place int, agent_id text, phone_number text, body json, dedupe text)
  where head.lane = p_lane and (item.dedupe is null or item.dedupe = any(fresh));
end $$;

-- Commits turns of a lane, and tells whether its fence is held; else nothing is written. `p_rows` has an array for each table.
create function commit_turns(
  p_lane int, p_owner text, p_epoch bigint, p_done bigint[], p_dispatched bigint[], p_rows json
) returns boolean language plpgsql set enable_seqscan = off as $$
declare
  at timestamptz := clock_timestamp();
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
    delete from failure using json_to_recordset(p_rows -> 'redelivered') as row (seq bigint, ordinal smallint)
    where failure.lane = p_lane and failure.seq = row.seq and failure.ordinal = row.ordinal;
    insert into forward (lane, agent_id, seq, ordinal, phone_number, day)
    select fence.lane, agent_id, seq, ordinal, phone_number, day
    from lane_fence as fence, json_to_recordset(p_rows -> 'redelivered')
      as row (seq bigint, ordinal smallint, day date, agent_id text, phone_number text)
    where fence.lane = p_lane
    on conflict do nothing;
  end if;
  return true;
end $$;

-- Commits the outcomes of events of a lane, and tells whether its fence is held; else nothing is written.
create function commit_forwarding(p_lane int, p_owner text, p_epoch bigint, p_rows json)
returns boolean language plpgsql set enable_seqscan = off as $$
begin
  if not hold_fence(p_lane, p_owner, p_epoch) then
    return false;
  end if;
  insert into attempt (lane, seq, ordinal, started_at, status, duration_ms, error, response)
  select fence.lane, seq, ordinal, started_at, status, duration_ms, error, response
  from lane_fence as fence, json_to_recordset(p_rows)
    as row (seq bigint, ordinal smallint, started_at timestamptz, status int, duration_ms int, error text, response text)
  where fence.lane = p_lane and started_at is not null
  on conflict do nothing;
  update forward set attempts = row.attempts, due_at = row.due_at
  from json_to_recordset(p_rows)
    as row (agent_id text, seq bigint, ordinal smallint, attempts smallint, due_at timestamptz)
  where forward.lane = p_lane and forward.agent_id = row.agent_id and forward.seq = row.seq
    and forward.ordinal = row.ordinal and row.due_at is not null;
  insert into failure (lane, seq, ordinal, agent_id, phone_number, reason, reason_group, status, attempts, day, class, type)
  select forward.lane, forward.seq, forward.ordinal, forward.agent_id, forward.phone_number, row.failure,
         row.reason_group, row.status, row.attempts, forward.day, event.class, event.type
  from forward
  join json_to_recordset(p_rows)
    as row (agent_id text, seq bigint, ordinal smallint, attempts smallint, due_at timestamptz, failure text,
            reason_group text, status int)
    on forward.agent_id = row.agent_id and forward.seq = row.seq and forward.ordinal = row.ordinal
  left join event on event.lane = forward.lane and event.seq = forward.seq and event.ordinal = forward.ordinal
    and event.day = forward.day
  where forward.lane = p_lane and row.due_at is null and row.failure is not null
  on conflict (lane, seq, ordinal) do update
  set day = excluded.day, reason = excluded.reason, reason_group = excluded.reason_group, status = excluded.status,
      attempts = excluded.attempts, failed_at = excluded.failed_at, class = excluded.class, type = excluded.type,
      discard_id = null;
  delete from forward using json_to_recordset(p_rows)
    as row (agent_id text, seq bigint, ordinal smallint, due_at timestamptz)
  where forward.lane = p_lane and forward.agent_id = row.agent_id and forward.seq = row.seq
    and forward.ordinal = row.ordinal and row.due_at is null;
  return true;
end $$;

-- Moves a failed task of the inbox or the outbox out of its lane, a message as the item that dispatches it. False when the
-- fence is lost, or there is no such task.
create function move_to_dead_letters(
  p_lane int, p_owner text, p_epoch bigint, p_source text, p_seq bigint, p_reason text
) returns boolean language plpgsql as $$
declare
  item record;
begin
  if not hold_fence(p_lane, p_owner, p_epoch) then
    return false;
  end if;
  if p_source = 'inbox' then
    delete from inbox where lane = p_lane and seq = p_seq returning agent_id, phone_number, body, attempts into item;
  else
    delete from outbox where lane = p_lane and seq = p_seq returning agent_id, phone_number, body, attempts into item;
  end if;
  if not found then
    return false;
  end if;
  if p_source = 'outbox' then
    item.body := json_build_object('kind', 'dispatch', 'message', item.body);
  end if;
  insert into dead_letter (lane, seq, agent_id, phone_number, body, attempts, reason)
  values (p_lane, p_seq, item.agent_id, item.phone_number, item.body, item.attempts, p_reason);
  return true;
end $$;

-- Puts a dead letter back at the end of its lane. Returns its new number; null when there is no such item.
create function retry_dead_letter(p_lane int, p_seq bigint) returns bigint language plpgsql as $$
declare
  item record;
  number bigint;
begin
  delete from dead_letter where lane = p_lane and seq = p_seq returning agent_id, phone_number, body into item;
  if not found then
    return null;
  end if;
  update lane_head set next_seq = next_seq + 1 where lane = p_lane returning next_seq - 1 into number;
  insert into inbox (lane, seq, agent_id, phone_number, body)
  values (p_lane, number, item.agent_id, item.phone_number, item.body);
  return number;
end $$;

-- The row of an idempotency key: one of the last 24 hours, or the one that this call inserts. Of two calls at once, the second
-- waits at the unique key and finds nothing: it has to look again.
create function claim_key(
  p_lane int, p_key text, p_fingerprint bytea, p_message_id uuid, out fingerprint bytea, out message_id uuid, out day date
) language plpgsql as $$
#variable_conflict use_column
declare
  today date := (now() at time zone 'utc')::date;
begin
  select old.fingerprint, old.message_id, old.day into claim_key.fingerprint, claim_key.message_id, claim_key.day
  from idempotency as old
  where old.lane = p_lane and old.key = p_key and old.day >= today - 1 and old.created_at > now() - interval '24 hours'
  order by old.created_at desc limit 1;
  if found then
    return;
  end if;
  insert into idempotency (lane, key, fingerprint, message_id, day) values (p_lane, p_key, p_fingerprint, p_message_id, today)
  on conflict do nothing;
  if found then
    claim_key.fingerprint := p_fingerprint;
    claim_key.message_id := p_message_id;
    claim_key.day := today;
  end if;
end $$;
