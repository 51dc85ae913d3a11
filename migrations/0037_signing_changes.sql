-- When a token got into its stage: what was sent since then is signed with the tokens that an account has now. Of the stages
-- before this column nothing is known, so they count as new.
alter table signing_token add column changed_at timestamptz not null default now();
