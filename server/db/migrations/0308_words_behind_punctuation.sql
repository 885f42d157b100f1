-- Search texts have a space before what follows punctuation, too: "(xs)" is found by "xs". A job adds them to those of outfits.
do $$ begin
  if exists (select from outfits) then
    perform graphile_worker.add_job('rewriteSearchTexts');
  end if;
end $$;
update articles a set search_text = a.search_text || behind.words
from (
  select id, (select string_agg(' ' || m[1], '') from regexp_matches(search_text, '[,.;:!?()"“”#@/-]([^ ,.;:!?()"“”#@/-]+)', 'g') m) as words
  from articles
) behind
where behind.id = a.id and behind.words is not null;
update events e set search_text = e.search_text || coalesce(behind.words, ''), place_text = e.place_text || coalesce(behind.place_words, '')
from (
  select id,
    (select string_agg(' ' || m[1], '') from regexp_matches(search_text, '[,.;:!?()"“”#@/-]([^ ,.;:!?()"“”#@/-]+)', 'g') m) as words,
    (select string_agg(' ' || m[1], '') from regexp_matches(place_text, '[,.;:!?()"“”#@/-]([^ ,.;:!?()"“”#@/-]+)', 'g') m) as place_words
  from events
) behind
where behind.id = e.id and (behind.words is not null or behind.place_words is not null);
