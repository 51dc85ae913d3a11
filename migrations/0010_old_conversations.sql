-- How far each lane has been looked through for conversations that are too old to be kept: up to this one, in the order of
-- their key. An index by time would be changed by every turn.
create table conversation_look (
  lane integer primary key,
  agent_id text not null,
  phone_number text not null
);
