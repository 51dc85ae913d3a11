-- On a cluster a statement about many lanes runs on the tables of one shard, as it does on those of one PostgreSQL
-- (src/store/lane-statement.ts): so the functions that wrote one lane, row by row, are gone.

drop function append_items;
drop function commit_turns;
drop function commit_forwarding;

-- True when the lane has seen the id; null when it has not, or there is no lane. On a cluster it may be a lane of another node.
create function was_seen(p_lane int, p_id text) returns boolean language plpgsql strict
set enable_seqscan = off set plan_cache_mode = auto as $$
begin
  perform from seen where lane = p_lane and id = p_id limit 1;
  return case when found then true end;
end $$;

-- Runs a statement on the shard of `p_lanes`, of which `p_lane` is one: each table in braces is that table's part of the shard.
-- In a cluster it runs on their node. The shard stays there meanwhile, because to move or split it takes the lock that is
-- shared here; where it is no longer, or the lanes are not in one, nothing is written (55000).
--
-- The statement is planned once for a connection: what Citus plans anew at each call would cost more than what it writes. Its
-- arguments are one text, as they are: in an array each quote of their JSON would be escaped and read again on every hop.
create function write_lanes(p_lane int, p_lanes int[], p_statement text, p_arguments text) returns json
language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off as $$
declare
  shard constant bigint := get_shard_id_for_distribution_column('lane_fence', p_lane);
  plan constant text := format('shard %s %s', shard, md5(p_statement));
  part record;
  answer json;
begin
  perform lock_shard_metadata(5, array[shard]);
  if not exists (select from pg_dist_placement join pg_dist_local_group using (groupid) where shardid = shard)
    or shard <> any(select get_shard_id_for_distribution_column('lane_fence', lane) from unnest(p_lanes) as lane)
  then
    raise exception 'lanes %: not in one shard of this node', p_lanes using errcode = '55000';
  end if;
  if not exists (select from pg_prepared_statements where name = plan) then
    for part in
      select own.logicalrelid::regclass::text as whole, shard_name(own.logicalrelid, own.shardid) as name
      from pg_dist_shard as own join pg_dist_shard as first using (shardminvalue)
      where first.shardid = shard
    loop
      p_statement := replace(p_statement, '{' || part.whole || '}', part.name);
    end loop;
    execute format('prepare %I as %s', plan, p_statement);
  end if;
  execute format('execute %I (%s)', plan, (
    select string_agg(quote_literal(argument), ', ' order by place)
    from unnest(string_to_array(p_arguments, E'\x1f')) with ordinality as given (argument, place))) into answer;
  return answer;
end $$;
