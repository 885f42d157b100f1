-- Shop links that an edit took out: one that comes back is not drawn for points again.
alter table outfits add column former_link_keys text[] not null default '{}';
