-- News about one's own article: changes that an editor asks for, and that it was taken off the site.
alter type notification_type add value 'article_update';
