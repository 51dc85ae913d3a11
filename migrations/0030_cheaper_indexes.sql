-- Indexes that cost less to write. On a large database this takes a while, in which nothing is written.

-- Events of an agent by time, in the order in which they come: a new entry is the last one, and full pages need not be split
-- in the middle. It is read backwards.
drop index event_agent;
create index event_agent on event (agent_id, created_at);

-- An id is a long text that is looked up only as a whole.
drop index event_message;
create index event_message on event (hashtextextended(message_id, 0)) where class <> 'UserMessage';

-- Attempts are a log that is read by its event; nothing needs them to be unique.
alter table attempt drop constraint attempt_pkey;
create index attempt_event on attempt (lane, seq, ordinal);
