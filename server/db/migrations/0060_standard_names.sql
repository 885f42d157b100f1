-- Standard names for columns of earlier migrations.
alter table event_attendees rename column told_sequence to notified_sequence;
