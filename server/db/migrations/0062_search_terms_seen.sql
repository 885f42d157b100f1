-- When an outfit last had the term, as far as anybody looked; terms that no outfit has any more are deleted.
alter table search_terms add column seen_at timestamptz(3) not null default now();
