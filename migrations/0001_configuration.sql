-- What people set up: accounts, brands, agents, states, credentials. Read through a cache, written rarely.

create table setting (
  name text primary key,
  value jsonb not null
);

create table account (
  account_id text primary key,
  name text not null unique,
  created_at timestamptz not null default now()
);
insert into account (account_id, name) values ('default', 'default');

create table brand (
  brand_id text primary key,
  account_id text not null references account,
  name text not null,
  created_at timestamptz not null default now()
);
create index brand_account on brand (account_id, created_at);

-- The secret is kept as its SHA-256 digest: it is long and random, so that a slow hash would add nothing.
create table credential (
  client_id text primary key,
  account_id text not null references account,
  name text not null,
  secret_digest bytea not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index credential_account on credential (account_id, created_at);

-- Keys that sign access tokens (ES256). The newest signs; the others stay published until their tokens have expired.
create table access_token_key (
  key_id text primary key,
  public_jwk jsonb not null,
  private_key_sealed text not null,
  created_at timestamptz not null default now()
);

create table signing_token (
  signing_token_id text primary key,
  account_id text not null references account,
  token_sealed text not null,
  stage text not null check (stage in ('next', 'current', 'previous', 'retired')),
  created_at timestamptz not null default now()
);
create unique index signing_token_stage on signing_token (account_id, stage) where stage <> 'retired';

create table agent (
  agent_id text primary key,
  account_id text not null references account,
  brand_id text not null references brand,
  name text not null,
  use_case text not null check (use_case in ('TRANSACTIONAL', 'PROMOTIONAL', 'MULTI_USE', 'OTP')),
  mode text not null default 'TEST' check (mode in ('TEST', 'LAUNCHED')),
  config jsonb not null default '{}',
  -- The agent's id at the RCS platform, by which its notices find it.
  platform_agent_id text not null unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index agent_account on agent (account_id, created_at);
create index agent_brand on agent (brand_id);

create table state (
  agent_id text not null references agent on delete cascade,
  state_id text not null,
  -- json and not jsonb: who reads a state back, or compares two pulls of a flow, finds the fields in the order saved.
  body json not null,
  flow_entry_state_id text generated always as (body ->> 'flowEntryStateId') stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (agent_id, state_id)
);
create index state_flow_entry on state (agent_id, flow_entry_state_id);

create table device (
  agent_id text not null references agent on delete cascade,
  phone_number text not null,
  created_at timestamptz not null default now(),
  primary key (agent_id, phone_number)
);

create table connector (
  account_id text not null references account,
  connector_id text not null,
  body jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, connector_id)
);

create table authentication (
  authentication_id text primary key,
  account_id text not null,
  connector_id text not null,
  name text not null,
  type text not null,
  secrets_sealed text not null,
  created_at timestamptz not null default now(),
  foreign key (account_id, connector_id) references connector on delete cascade
);
create index authentication_connector on authentication (account_id, connector_id, created_at);
