-- outside a transaction
create index concurrently if not exists users_email_search on auth.users using gin ((email::text) gin_trgm_ops);
create index concurrently if not exists users_phone_search on auth.users using gin (phone gin_trgm_ops);
create index concurrently if not exists users_banned on auth.users (banned_until) where banned_until is not null;
create index concurrently if not exists profiles_newest on profiles (created_at desc, id desc);
create index concurrently if not exists profiles_most_reported on profiles (reports_count desc, id desc);
create index concurrently if not exists outfits_newest on outfits (created_at desc, id desc);
create index concurrently if not exists outfits_hidden on outfits (created_at desc, id desc) where not is_active;
create index concurrently if not exists comments_search on comments using gin (lower(content) gin_trgm_ops);
create index concurrently if not exists comments_hidden on comments (created_at desc, id desc) where is_hidden;
