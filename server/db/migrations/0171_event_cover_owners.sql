-- A cover that an admin put on a member's event was left with the admin, whose account then could not be deleted.
update images i set user_id = e.user_id from events e where e.image_id = i.id and i.user_id <> e.user_id;
