-- Charts of an hour, a day and a week: what was counted by the hour is counted by the minute.
alter table hourly_count rename to traffic;
alter table traffic rename column hour to minute;

-- Agents that the platform throttles. Written again while it lasts; an old `seen_at` means that it is over.
create table throttled_agent (
  platform_agent_id text primary key,
  since timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
