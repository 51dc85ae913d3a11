-- Who owns a lane, and who may write to it, in two tables: every commit locks the fence, and only a claim changes it;
-- deciding about owners locks no commit. In a cluster the fences lie with their lanes, and the owners in one place.
create table lane_fence (
  lane integer primary key,
  owner text,
  epoch bigint not null default 0
) with (fillfactor = 50);

insert into lane_fence (lane, owner, epoch) select lane, owner, epoch from lane_owner;

alter table lane_fence set (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_cost_delay = 0);
