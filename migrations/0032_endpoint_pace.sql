-- Whether an endpoint is paused, how many requests a second it gets, and what it has answered so far.
alter table endpoint add column paused_at timestamptz;
alter table endpoint add column per_second integer;
alter table endpoint_health add column accepted bigint not null default 0;
alter table endpoint_health add column given_up bigint not null default 0;
-- The median of the last attempts, in milliseconds.
alter table endpoint_health add column answer_ms integer;
