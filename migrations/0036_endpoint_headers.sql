-- Headers that an endpoint gets with each request: their names, and all of them sealed. Null: none.
alter table endpoint add column header_names text[];
alter table endpoint add column headers_sealed text;
