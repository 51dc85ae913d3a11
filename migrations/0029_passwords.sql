-- Argon2id, in the string form of its reference implementation, which names its parameters; null: no password.
alter table person add column password_hash text;
