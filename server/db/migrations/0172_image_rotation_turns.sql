-- How many of the same member's pictures come before: each member's first ones are next, however many others have.
alter table image_rotations add column turn integer not null default 1;
create index image_rotations_next on image_rotations (turn, requested_at);
drop index image_rotations_oldest;
