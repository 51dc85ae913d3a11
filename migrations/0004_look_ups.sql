-- What people look up by hand. None of it is touched by a turn that sends its message.

-- A request was answered with a message id, and its turn made no message: found by that id all the same.
create index turn_unsent on turn ((item ->> 'messageId')) where message_id is null and item ->> 'kind' = 'send';

-- The platform makes no event of an explicit revoke, so the message itself says it.
alter table message add column revoked_at timestamptz;

create index failed_item_time on failed_item (failed_at desc);
