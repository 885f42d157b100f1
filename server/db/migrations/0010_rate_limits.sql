-- The shape that rate-limiter-flexible reads and writes: key, points spent, end of the window in ms since 1970.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_by_expiry on rate_limits (expire);
