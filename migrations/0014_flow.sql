-- A state's content by its hash, so that flows are compared without reading them. The order of keys does not count:
-- jsonb has one of its own. `convert_to` is declared stable only because a database might change its encoding.
create function state_hash(body json) returns bytea immutable strict parallel safe
  return sha256(convert_to(body::jsonb::text, 'UTF8'));

alter table state add column hash bytea generated always as (state_hash(body)) stored;
