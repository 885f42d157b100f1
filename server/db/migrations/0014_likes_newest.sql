-- outside a transaction
-- Likes of one and the same moment are read in the order of their members: without them in the index a page of who liked an
-- outfit had to sort them. A try that was broken off leaves its index behind, unusable.
drop index concurrently if exists likes_newest;
create index concurrently likes_newest on likes (outfit_id, created_at desc, user_id desc);
drop index concurrently if exists likes_by_outfit;
