-- Versions of flows. A state's content is stored once, by its hash; a version is one number in a line of them, and each
-- row of `version_state` holds for all versions of an interval: a version that changes one state writes one row.
create table flow_version (
  agent_id text not null references agent on delete cascade,
  version integer not null,
  author text not null,
  message text,
  -- The checks had found errors, and it was published all the same.
  forced boolean not null default false,
  -- Until then, further changes by the same author are added to it.
  sealed boolean not null,
  -- Keywords and default state.
  settings jsonb not null,
  created_at timestamptz not null default now(),
  -- When new conversations stopped getting it.
  replaced_at timestamptz,
  primary key (agent_id, version)
);

create table version_state (
  agent_id text not null references agent on delete cascade,
  state_id text not null,
  from_version integer not null,
  -- The first version in which it is different or gone; null up to the latest.
  to_version integer,
  hash bytea not null,
  primary key (agent_id, state_id, from_version)
);

create table state_body (
  agent_id text not null references agent on delete cascade,
  hash bytea not null,
  body json not null,
  primary key (agent_id, hash)
);

-- Which versions new conversations get, and which sessions stay where they are: `model/rollout.ts`.
alter table agent add column rollout jsonb;

-- Whether the number runs the draft.
alter table device add column draft boolean not null default false;

-- The version that the session is pinned to, and the one that the turn ran on; null for the draft.
alter table conversation add column version integer;
alter table turn add column version integer;

-- The history of each flow begins with what it is now.
insert into flow_version (agent_id, version, author, sealed, settings)
select agent_id, 1, 'upgrade', true,
  jsonb_strip_nulls(jsonb_build_object('defaultState', config -> 'defaultState', 'keywords', config -> 'keywords'))
from agent where exists (select from state where state.agent_id = agent.agent_id);
insert into version_state (agent_id, state_id, from_version, hash) select agent_id, state_id, 1, hash from state;
insert into state_body (agent_id, hash, body)
select distinct on (agent_id, hash) agent_id, hash, body from state;

-- What an agent may run: the states of its draft, and those of its live versions.
create view flow_state as
select agent_id, state_id, body from state
union all
select agent_id, state_id, state_body.body
from agent
join flow_version using (agent_id)
join version_state using (agent_id)
join state_body using (agent_id, hash)
where agent.config ->> 'publishing' = 'explicit'
  and agent.rollout @> jsonb_build_object('shares', jsonb_build_array(jsonb_build_object('version', version)))
  and from_version <= version and (to_version is null or to_version > version);
