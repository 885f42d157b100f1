-- The words of a message that moderators removed, until an appeal restores them or the time for one is over; then empty.
alter table messages add column removed_content text;
