-- Keys of people, kept by their devices: only the public half is here.
create table passkey (
  passkey_id text primary key,
  person_id text not null references person on delete cascade,
  -- As the device calls it, in base64url.
  credential_id text not null unique,
  name text not null,
  -- COSE.
  public_key bytea not null,
  -- How often it was used, says the device; 0 throughout where it does not count.
  counter bigint not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkey_person on passkey (person_id);

-- What devices have answered: until it expires, it is not to be answered again.
create table passkey_challenge (
  challenge_digest bytea primary key,
  expires_at timestamptz not null
);
