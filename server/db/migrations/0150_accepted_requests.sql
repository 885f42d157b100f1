-- An accepted request refers to the requester, whose follow it is, and has a title of its own.
update notifications set title = 'Follow request accepted', reference_id = user_id
where type = 'follower' and message = 'accepted your follow request';
