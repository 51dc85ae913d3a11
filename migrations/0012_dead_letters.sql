-- What is tried no more is called a dead letter everywhere.
alter table failed_item rename to dead_letter;
alter index failed_item_pkey rename to dead_letter_pkey;
alter index failed_item_time rename to dead_letter_time;
