-- Search texts have spaces around Chinese and Japanese characters, so that words of two of them are found. A job adds them to those
-- of outfits.
do $$ begin
  if exists (select from outfits) then
    perform graphile_worker.add_job('rewriteSearchTexts');
  end if;
end $$;
create function pg_temp.space_letters(search_text text) returns text language sql immutable as $$
  select regexp_replace(search_text,
    '(?<=\S)(?=[々-〇ぁ-ヿ㐀-䶿一-鿿𠀀-𳑿])|(?<=[々-〇ぁ-ヿ㐀-䶿一-鿿𠀀-𳑿])(?=\S)', ' ', 'g')
$$;
update articles set search_text = pg_temp.space_letters(search_text) where search_text ~ '[々-〇ぁ-ヿ㐀-䶿一-鿿𠀀-𳑿]';
update events set search_text = pg_temp.space_letters(search_text), place_text = pg_temp.space_letters(place_text)
where search_text ~ '[々-〇ぁ-ヿ㐀-䶿一-鿿𠀀-𳑿]';
drop function pg_temp.space_letters;
