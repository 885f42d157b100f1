-- Whether somebody else, such as the owner of the outfit under a comment, had hidden it before moderators did: taking the
-- decision back does not show it.
alter table moderation_actions add column was_hidden boolean not null default false;
