-- outside a transaction
-- For the sessions that are pinned to a version.
create index concurrently if not exists conversation_version on conversation (agent_id, version) where version is not null;
