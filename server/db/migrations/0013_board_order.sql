-- Rising in the order in which a member's boards stand; equal ones stand by age, the newest first, as all do until they are moved.
alter table boards add column position integer not null default 0;
