-- The flow tests that a version was published with. They go with it.
create table version_test (
  agent_id text not null,
  version integer not null,
  test_id text not null,
  body json not null,
  primary key (agent_id, version, test_id),
  foreign key (agent_id, version) references flow_version on delete cascade
);
