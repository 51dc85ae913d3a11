-- A lease is the owner's last sign of life, in `process`: renewing it must not wait for the fence of a commit that waits.
alter table lane_owner drop column lease_until;
