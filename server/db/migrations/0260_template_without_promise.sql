-- Nobody looks again at what is edited after it was hidden: an appeal is the way back. Not where an admin changed the text.
update moderation_templates
set message = 'We hid this because it shows nudity, which is not allowed on Fash. You can appeal.'
where id = '01930000-0000-7000-8000-000000000301'
  and message = 'We hid this because it shows nudity, which is not allowed on Fash. You can edit it or appeal.';
