-- Messages in a row that the push service of a subscription left without an answer.
alter table push_subscriptions add column timeouts_in_row smallint not null default 0;
