-- Flow tests of an agent: they belong to its draft. json and not jsonb: who reads one back finds the fields as saved.
create table flow_test (
  agent_id text not null references agent on delete cascade,
  test_id text not null,
  body json not null,
  title text not null generated always as (body ->> 'title') stored,
  steps int not null generated always as (json_array_length(body -> 'steps')) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (agent_id, test_id)
);
