-- What admins feature on the landing page: at most one article and one event. What is gone, hidden or over is passed over
-- when it is read, so nothing refers to it.
create table landing_features (
  kind text primary key check (kind in ('article', 'event')),
  target_id uuid not null,
  featured_at timestamptz(3) not null
);
