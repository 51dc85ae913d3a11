-- Messages whose hand-over fails again and again are set aside, as inbox items are.
alter table outbox add column attempts smallint not null default 0;
