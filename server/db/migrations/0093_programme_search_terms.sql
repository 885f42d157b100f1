-- Searches in events and articles forgive typing errors by the words that are known. Those of events were forgotten after two
-- days, and those of articles were never learned.
insert into search_terms (kind, key, name)
select distinct 'word', word, word
from (
  select regexp_split_to_table(search_text, '[^[:alnum:]]+') as word from events where status = 'published'
  union all
  select regexp_split_to_table(search_text, '[^[:alnum:]]+') from articles where is_public
) words
where length(word) between 3 and 40
on conflict (kind, key) do nothing;
