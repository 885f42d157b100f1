-- Bans that wait to be lifted, by the moment at which they expire.
create index users_by_ban on auth.users (banned_until) where banned_until is not null;
