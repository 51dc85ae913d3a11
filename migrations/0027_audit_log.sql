-- What was changed, by whom and from where: a row commits with the change that it tells of. By month; what is older than
-- its retention is dropped with its partition, and nothing else takes a row away or rewrites it.
create table audit_log (
  at timestamptz not null default now(),
  audit_id text not null,
  -- 'operator' or 'client'; another kind of actor needs no other column.
  actor_kind text not null,
  actor_id text not null,
  -- Null: of no account.
  account_id text,
  operation text not null,
  resource_kind text not null,
  resource_id text not null,
  -- That it is, or belongs to.
  agent_id text,
  before json,
  after json,
  address text not null,
  request_id text not null,
  primary key (at, audit_id)
) partition by range (at);
create index audit_log_account on audit_log (account_id, at, audit_id);
create index audit_log_actor on audit_log (actor_id, at, audit_id);
create index audit_log_agent on audit_log (agent_id, at, audit_id) where agent_id is not null;
create index audit_log_resource on audit_log (resource_id, at, audit_id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the rows of % are neither changed nor deleted', tg_table_name using errcode = 'insufficient_privilege';
end $$;
-- For each row, because only such a trigger is one of the partitions too.
create trigger audit_log_kept before update or delete on audit_log for each row execute function refuse_change();
create trigger audit_log_whole before truncate on audit_log for each statement execute function refuse_change();
