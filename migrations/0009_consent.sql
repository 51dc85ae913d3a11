-- Who may be written to. The log is only ever added to and has no retention: it is what one proves consent with. A
-- conversation remembers what the last change left, so that no turn has to look it up.
create table consent (
  lane integer not null,
  agent_id text not null,
  phone_number text not null,
  -- Of the inbox item that made the change: the order in which they happened.
  seq bigint not null,
  action text not null check (action in ('OPT_IN', 'OPT_OUT')),
  source text not null,
  at timestamptz not null,
  evidence json not null,
  primary key (lane, agent_id, phone_number, seq)
);

alter table conversation add column consent json;

-- Until now the platform's event was the only source. When it came is not known, nor whether it was acknowledged.
insert into consent (lane, agent_id, phone_number, seq, action, source, at, evidence)
select lane, agent_id, phone_number, 0, 'OPT_OUT', 'platform_event', updated_at, '{}' from conversation where unsubscribed;

update conversation set consent = json_build_object(
  'action', 'OPT_OUT', 'source', 'platform_event',
  'since', to_char(updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'acknowledged', true)
where unsubscribed;

alter table conversation drop column unsubscribed;

-- The acknowledgement of an opt-out is a message of no state.
alter table message alter column state_id drop not null;
