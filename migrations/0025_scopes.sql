-- What the access tokens of a credential may be limited to; null: everything that a client may do.
alter table credential add column scopes text[];
