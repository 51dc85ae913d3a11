-- The day of an event, beside what waits for it or has failed: whoever joins them looks into one partition of events and
-- not into all. Without a day the event is gone.
alter table forward add column day date;
alter table failure add column day date;
update forward set day = event.day from event
where event.lane = forward.lane and event.seq = forward.seq and event.ordinal = forward.ordinal;
update failure set day = event.day from event
where event.lane = failure.lane and event.seq = failure.seq and event.ordinal = failure.ordinal;
-- A forward is written in the transaction that writes its event, and so has the same day.
alter table forward alter column day set default (now() at time zone 'utc')::date;
