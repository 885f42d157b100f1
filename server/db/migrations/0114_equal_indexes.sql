-- outside a transaction
-- users_banned is the same index.
drop index concurrently if exists auth.users_by_ban;
