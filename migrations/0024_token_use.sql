-- The tokens that the models of a connector have taken on a day: processes take them in blocks, so that a limit holds
-- whatever processes there are.
create table token_use (
  account_id text not null,
  connector_id text not null,
  day date not null,
  tokens bigint not null,
  primary key (account_id, connector_id, day),
  foreign key (account_id, connector_id) references connector on delete cascade
);
