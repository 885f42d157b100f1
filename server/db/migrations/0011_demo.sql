-- What of the sample world is there already, so that a start that was cut off goes on where it stopped.
create table demo_steps (
  step text primary key,
  done_at timestamptz(3) not null default clock_timestamp()
);
