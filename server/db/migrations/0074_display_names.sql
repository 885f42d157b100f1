-- A name in any script beside the username; without one the username is shown.
alter table profiles add column display_name text;
alter table profiles add constraint profiles_display_name_length
  check (char_length(display_name) between 1 and 50) not valid;
