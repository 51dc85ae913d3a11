-- The lane that a lane was split from: what that had seen answers for this one too, for as long as it is kept.
alter table lane_head add column split_from integer;
alter table lane_head add column split_at timestamptz;
