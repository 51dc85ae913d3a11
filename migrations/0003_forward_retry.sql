-- Events that were tried before and wait for their next attempt, in the order in which they are due, an endpoint at a
-- time. Partial, so that an event whose first attempt is answered never touches it.
create index forward_retry on forward (lane, agent_id, due_at) where attempts > 0;
