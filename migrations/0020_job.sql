-- Work that takes longer than a request. It is done in slices, by any process that has time: whoever holds the lease
-- goes on from the cursor.
create table job (
  job_id text primary key,
  agent_id text not null references agent on delete cascade,
  kind text not null,
  status text not null default 'queued',
  request json not null,
  -- The flow document that it is about, as it was when the job was made.
  flow text not null,
  progress json not null,
  cursor text,
  failure text,
  owner text,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index job_of_agent on job (agent_id, kind, created_at);
create index job_open on job (created_at) where status in ('queued', 'running');
