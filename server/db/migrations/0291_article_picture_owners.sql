-- A picture that an admin put into a member's article was left with the admin, and went with their account.
update images i set user_id = a.author_id from article_images p join articles a on a.id = p.article_id
where p.image_id = i.id and i.user_id <> a.author_id;
