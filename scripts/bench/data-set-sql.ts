const words =
  `linen denim oversized blazer sneakers vintage leather jacket pleated skirt cargo pants monochrome pastel knit
  cardigan trench coat summer autumn street casual retro layered silk scarf chunky boots wide leg trousers corduroy graphic
  tee bomber varsity velvet satin floral plaid stripe cropped hoodie loafer beret beanie belted midi maxi mini wool cashmere
  tailored utility parka puffer suede metallic sheer mesh ribbed tank polo chino jogger athleisure gorpcore cottage academia
  minimal neutral earthy bold neon tie dye embroidered patchwork distressed raw hem platform mules sandals clogs tote
  crossbody bucket hat sunglasses rings pearls chain watch evening office brunch festival gallery weekend travel rainy city
  coastal`
    .split(/\s+/)
    .map((word) => `'${word}'`)
    .join(",");
const brands = `'Acme','Muji','Veja','Arket','Uniqlo','Cos','Ganni','Zara','Levis','Patagonia'`;

/** `n` is an integer expression that picks a word of the list. */
const word = (n: string) => `w[1 + ((${n}) % array_length(w, 1))]`;
/** The name of an outfit's item, by its number. */
const product = (k: number | string) =>
  `initcap(${word(`o.n * 5 + ${k} * 29 + o.r1`)} || ' ' || ${word(`o.n * 11 + ${k} * 43 + o.r3`)})`;
/** A number from 0 to 199,999 that favours the newest outfits. */
const recentOutfit = "199999 - floor(200000 * random() ^ 2)::integer";

/**
 * The statements that fill an empty, migrated database, in order, each with its name. Member 1 has 20,000 swipes,
 * 2,000 threads and 5,000 notifications; the last member has no swipes and 20 threads.
 */
export const fillSteps: [what: string, sql: string][] = [
  [
    "numbers",
    `select setseed(0.42);
     create table bench_words as select array[${words}] as w;
     create table bench_users as select n, uuidv7(-interval '2 years' + n * interval '1 hour') as id from generate_series(0, 9999) n;
     create unique index on bench_users (n);
     create table bench_outfits as select n, uuidv7(-interval '400 days' + n * interval '172 seconds') as id,
       floor(10000 * random() ^ 1.5)::integer as author, (random() * 99)::integer as r1, (random() * 99)::integer as r2, (random() * 99)::integer as r3,
       date_trunc('milliseconds', now() - interval '400 days' + n * interval '172 seconds') as created_at
       from generate_series(0, 199999) n;
     create unique index on bench_outfits (n);
     create table bench_styles as select row_number() over (order by id) - 1 as n, id, name from styles`,
  ],
  [
    "members",
    `insert into auth.users (id, email, email_confirmed_at, created_at)
       select id, 'member' || n || '@bench.example', now(), now() - interval '2 years' + n * interval '1 hour' from bench_users;
     insert into profiles (id, username, username_skeleton, bio, avatar_url, created_at)
       select id, name, name, 'Bio of member ' || n, '/media/' || id || '/avatar-1.webp', now() - interval '2 years' + n * interval '1 hour'
       from (select *, ${word("n * 37")} || '_' || ${word("n * 91")} || n as name from bench_users, bench_words) u;
     insert into user_roles select id, case when n % 2000 = 0 then 'admin' else 'user' end::user_role from bench_users`,
  ],
  [
    "outfits",
    `insert into images (id, user_id, kind, key, width, height, widths, thumbhash, bytes, attached_at)
       select o.id, u.id, 'outfit', u.id || '/' || (1700000000000 + o.n) || '.webp', 1080, 1440, '{320,640}',
         encode(decode(md5(o.n::text) || left(md5((o.n + 1)::text), 10), 'hex'), 'base64'), 100000, o.created_at
       from bench_outfits o join bench_users u on u.n = o.author;
     insert into outfits (id, user_id, style_id, image_id, title, description, shown_alt_text, image_url, image_width, image_height,
         thumbhash, is_active, views_count, tags, analysed_image_id, search_text, created_at, updated_at)
       select id, user_id, style_id, id, title, description, title, '/media/' || key, 1080, 1440, thumbhash, n % 50 <> 0, views, tags, id,
         (select string_agg(' ' || replace(lower(t), '_', 'ǀ'), '' order by place)
          from unnest(string_to_array(title || ' ' || description || ' ' || username || ' ' || array_to_string(tags, ' ') || ' ' || brand || ' ' || products || ' ' || style, ' '))
            with ordinality s(t, place)),
         created_at, created_at
       from (
         select o.id, o.n, u.id as user_id, s.id as style_id, s.name as style, o.created_at, i.key, i.thumbhash, p.username,
           initcap(${word("o.r1")} || ' ' || ${word("o.r2")} || ' ' || ${word("o.r3")}) as title,
           (select string_agg(${word("o.n * 7 + k * k * 13 + o.r1 * k")}, ' ' order by k) from generate_series(1, 18) k) || ' ref' || md5(o.n::text) as description,
           (select array_agg(distinct ${word("o.n * 3 + k * 17 + o.r2")}) from generate_series(1, 2 + o.n % 4) k) as tags,
           (array[${brands}])[1 + o.n % 10] as brand,
           ${product(1)} || ' ' || ${product(2)} as products,
           (random() * 500)::integer as views
         from bench_outfits o join bench_users u on u.n = o.author join profiles p on p.id = u.id join images i on i.id = o.id
           join bench_styles s on s.n = (o.n * 7 + o.r1) % 12 cross join bench_words
         order by o.n
       ) o`,
  ],
  [
    "tags and items",
    `insert into outfit_tags (outfit_id, tag, position) select o.id, t.tag, t.place from outfits o, unnest(o.tags) with ordinality t(tag, place);
     insert into outfit_items (id, outfit_id, category_id, brand, product_name, product_url, position)
       select gen_random_uuid(), o.id, (select id from categories where name = (array['Shirt','Pants'])[k]), (array[${brands}])[1 + o.n % 10],
         ${product("k")}, case when k = 1 then 'https://shop.example/' || o.n end, k
       from bench_outfits o cross join bench_words, generate_series(1, 2) k`,
  ],
  [
    "events and articles",
    `create table bench_pages as select n, uuidv7(-interval '300 days' + n * interval '20 minutes') as event_id,
         uuidv7(-interval '300 days' + n * interval '21 minutes') as article_id, gen_random_uuid() as image_id,
         date_trunc('hour', now()) - interval '200 days' + n * interval '25 minutes' as starts_at,
         date_trunc('milliseconds', now() - interval '300 days' + n * interval '21 minutes') as published_at,
         (array['Lisbon','Porto','Rotterdam','Antwerp','Copenhagen','Aarhus','Gothenburg','Leipzig','Ljubljana','Bologna'])[1 + n % 10]
           || case when n % 7 = 0 then ' ' || n % 100 else '' end as town,
         initcap(${word("n * 7")} || ' ' || ${word("n * 13 + n / 90")} || ' ' || ${word("n * 29 + n / 31")}) as title,
         array[${word("n * 3")}, ${word("n * 11 + 5")}] as tags, u.user_id
       from generate_series(0, 19999) n cross join bench_words join (select n as member, id as user_id from bench_users) u on u.member = (n * 7919) % 10000;
     create unique index on bench_pages (n);
     insert into images (id, user_id, kind, key, width, height, widths, thumbhash, bytes, attached_at)
       select image_id, user_id, 'outfit', user_id || '/' || (1600000000000 + n) || '.webp', 1600, 1000, '{320,640}',
         encode(decode(md5(n::text) || left(md5((n + 1)::text), 10), 'hex'), 'base64'), 100000, published_at from bench_pages;
     insert into events (id, user_id, status, title, description, style_id, image_id, location, starts_at, ends_at, time_zone, starts_on,
         ends_on, capacity, going_count, submitted_at, published_at, search_text, place_text, created_at, updated_at)
       select event_id, user_id, 'published', title, title || ' in ' || town, s.id, image_id, 'Hall ' || n % 40 || ', ' || town, starts_at,
         starts_at + interval '3 hours', 'UTC', starts_at at time zone 'UTC', (starts_at + interval '3 hours') at time zone 'UTC', 100, 10,
         published_at, published_at, ' ' || lower(title || ' Hall ' || n % 40 || ', ' || town),
         ' ' || lower('Hall ' || n % 40 || ', ' || town), published_at, published_at
       from bench_pages join styles s on s.name = (array['Streetwear','Casual','Business Casual','Retro'])[1 + n % 4];
     insert into event_attendees (event_id, user_id, state, ticket, notified_sequence)
       select event_id, u.id, 'going', decode(left(md5(u.n || ' ' || p.n), 10), 'hex'), 0
       from bench_pages p cross join generate_series(1, 10) k join bench_users u on u.n = (p.n * 3 + k * 911) % 10000;
     insert into articles (id, author_id, status, revision, submitted_at, created_at, published_revision, published_at, title, summary, tags,
         tag_keys, cover_image_id, cover_alt, body, reading_minutes, search_text)
       select article_id, user_id, 'published', 1, published_at, published_at, 1, published_at, title, 'On ' || title, tags, tags, image_id, title,
         (select jsonb_agg(jsonb_build_object('type', 'paragraph', 'text', jsonb_build_array(jsonb_build_object('text', repeat(title || ' and more. ', 14 + k)))))
          from generate_series(1, 12) k),
         4, ' ' || lower(title || ' ' || array_to_string(tags, ' '))
       from bench_pages;
     insert into article_versions (article_id, number, revision, kind, editor_id, content, word_count, started_at, saved_at)
       select id, 1, 1, 'published', author_id, jsonb_build_object('title', title, 'summary', summary, 'tags', to_jsonb(tags),
           'cover', jsonb_build_object('imageId', cover_image_id, 'alt', cover_alt, 'caption', ''), 'body', body),
         1200, created_at, published_at
       from articles`,
  ],
  [
    "search terms",
    `insert into search_terms (kind, key, name)
       select distinct on (kind, lower(name)) kind, lower(name), name from (
         select 'tag', tag from outfit_tags union all select 'brand', brand from outfit_items
         union all select 'word', unnest(w || array[${brands}]) from bench_words
         union all select 'word', split_part(town, ' ', 1) from bench_pages
         -- As many rare ones as members would have made up.
         union all select (array['tag','word'])[1 + n % 2], left(md5(n::text), 7) from generate_series(1, 80000) n
       ) t(kind, name)
       order by kind, lower(name)`,
  ],
  [
    "likes",
    `insert into likes (user_id, outfit_id, created_at)
       select u.id, o.id, o.created_at + interval '1 hour' from (
         select distinct floor(10000 * random() ^ 1.3)::integer as u,
           case when random() < 0.7 then ${recentOutfit} else floor(200000 * random())::integer end as o
         from generate_series(1, 2080000)
       ) l join bench_users u on u.n = l.u join bench_outfits o on o.n = l.o limit 2000000`,
  ],
  [
    "saves and swipes",
    `insert into closet_saves (user_id, outfit_id, is_hidden, created_at)
       select u.id, o.id, random() < 0.1, o.created_at from (
         select distinct floor(10000 * random())::integer as u, ${recentOutfit} as o from generate_series(1, 300000)
       ) l join bench_users u on u.n = l.u join bench_outfits o on o.n = l.o;
     insert into swipes (user_id, outfit_id, direction, created_at)
       select (select id from bench_users where n = 1), o.id, (array['like','pass'])[1 + o.n % 2]::swipe_direction, now() - (200000 - o.n) * interval '1 second'
       from bench_outfits o where o.n >= 180000;
     insert into swipes (user_id, outfit_id, direction)
       select u.id, o.id, 'like' from (
         select distinct 2 + floor(9997 * random())::integer as u, ${recentOutfit} as o from generate_series(1, 320000)
       ) l join bench_users u on u.n = l.u join bench_outfits o on o.n = l.o`,
  ],
  [
    "comments and follows",
    `insert into comments (id, outfit_id, user_id, content, created_at)
       select uuidv7(o.created_at - now() + interval '1 hour'), o.id, u.id,
         'Love the ' || ${word("c.g")} || ' on this one, where did you get it?', o.created_at + interval '1 hour'
       from (select g, floor(10000 * random())::integer as u, ${recentOutfit} as o from generate_series(1, 600000) g) c
       join bench_users u on u.n = c.u join bench_outfits o on o.n = c.o cross join bench_words;
     insert into follows (follower_id, following_id)
       select a.id, b.id from (select distinct floor(10000 * random())::integer as a, floor(10000 * random() ^ 2)::integer as b from generate_series(1, 200000)) f
       join bench_users a on a.n = f.a join bench_users b on b.n = f.b where f.a <> f.b`,
  ],
  [
    "threads",
    `insert into message_threads (id, participant_a, participant_b, last_message_at)
       select uuidv7(-interval '300 days' + g * interval '1 hour'), least(a.id, b.id), greatest(a.id, b.id), now() - interval '300 days' + g * interval '1 hour'
       from generate_series(1, 2000) g join bench_users a on a.n = 1 join bench_users b on b.n = g + 1;
     insert into message_threads (id, participant_a, participant_b, last_message_at)
       select uuidv7(-interval '200 days' + g * interval '1 minute'), least(a.id, b.id), greatest(a.id, b.id), now() - interval '199 days' + g * interval '1 minute'
       from generate_series(1, 20000) g join bench_users a on a.n = 2 + (g * 13) % 9000 join bench_users b on b.n = 2 + (g * 13) % 9000 + 1 + g % 900
       on conflict do nothing;
     insert into message_threads (id, participant_a, participant_b, last_message_at)
       select uuidv7(-interval '100 days' + g * interval '1 hour'), least(a.id, b.id), greatest(a.id, b.id), now() - interval '100 days' + g * interval '1 hour'
       from generate_series(1, 20) g join bench_users a on a.n = 9999 join bench_users b on b.n = g + 100;
     insert into messages (id, thread_id, sender_id, content, created_at)
       select uuidv7(t.last_message_at - now() - (20 - k) * interval '1 minute'), t.id, case when k % 2 = 0 then t.participant_a else t.participant_b end,
         'Message ' || k || ' about your outfit, is the jacket still available?', t.last_message_at - (20 - k) * interval '1 minute'
       from message_threads t, generate_series(1, 20) k
       where k > 15 or (select id from bench_users where n = 1) in (t.participant_a, t.participant_b);
     insert into thread_members (user_id, thread_id, other_id, last_message_at, last_message_preview, last_sender_id)
       select me, id, other, last_message_at, 'Message 20 about your outfit', other from (
         select participant_a as me, participant_b as other, id, last_message_at from message_threads
         union all select participant_b, participant_a, id, last_message_at from message_threads) t`,
  ],
  [
    "notifications and points",
    `insert into notifications (id, user_id, type, title, message, reference_id, actor_id, is_read, created_at)
       select gen_random_uuid(), (select id from bench_users where n = 1), 'follower', 'New follower', 'started following you', null, u.id, u.n > 100,
         now() - u.n * interval '1 minute' from bench_users u where u.n between 2 and 5001;
     insert into points_ledger (id, user_id, action, points, subject, counterpart_id, created_at)
       select gen_random_uuid(), u.id, 'LIKE', 1 + g % 3, 'subject ' || g, c.id, now() - g * interval '1 day'
       from bench_users u cross join generate_series(1, 20) g join bench_users c on c.n = (u.n + g * 37) % 10000 where u.n > 1;
     insert into points_ledger (id, user_id, action, points, subject, counterpart_id, created_at)
       select gen_random_uuid(), (select id from bench_users where n = 1), a.action::points_action, a.points,
         'day ' || d || ' ' || a.nth, c.id, now() - d * interval '1 day' - a.nth * interval '10 minutes'
       from generate_series(1, 2500) d cross join (
         select case when nth <= 5 then 'POST_OUTFIT' when nth <= 15 then 'LIKE' when nth <= 25 then 'FAVORITE' when nth <= 35 then 'COMMENT'
             when nth <= 38 then 'TAG_LINK' when nth = 39 then 'DAILY_LOGIN' else 'STREAK_BONUS' end as action,
           case when nth <= 5 then 50 when nth <= 15 then 2 when nth <= 38 then 5 else 7 end as points, nth
         from generate_series(1, 40) nth
       ) a left join bench_users c on c.n = 2 + (d * 40 + a.nth) % 9000 and a.action in ('LIKE', 'FAVORITE', 'COMMENT')`,
  ],
  [
    "kept counts",
    `analyze;
     update outfits o set likes_count = coalesce(l.n, 0), comments_count = coalesce(c.n, 0), saves_count = coalesce(s.n, 0)
       from outfits x left join (select outfit_id, count(*) as n from likes group by 1) l on l.outfit_id = x.id
       left join (select outfit_id, count(*) as n from comments group by 1) c on c.outfit_id = x.id
       left join (select outfit_id, count(*) as n from closet_saves group by 1) s on s.outfit_id = x.id where x.id = o.id;
     analyze;
     update styles s set active_outfit_count = (select count(*) from outfits o where o.style_id = s.id and o.is_listed);
     update profiles p set
       outfit_count = coalesce(o.n, 0), total_likes = coalesce(o.likes, 0), points = coalesce(l.n, 0),
       followers_count = coalesce(f.n, 0), following_count = coalesce(g.n, 0), unread_notifications_count = coalesce(r.n, 0)
       from profiles x
       left join (select user_id, count(*) filter (where is_active) as n, sum(likes_count) as likes from outfits group by 1) o on o.user_id = x.id
       left join (select user_id, sum(points) as n from points_ledger group by 1) l on l.user_id = x.id
       left join (select following_id, count(*) as n from follows group by 1) f on f.following_id = x.id
       left join (select follower_id, count(*) as n from follows group by 1) g on g.follower_id = x.id
       left join (select user_id, count(*) as n from notifications where is_listed and not is_read group by 1) r on r.user_id = x.id
       where x.id = p.id;
     insert into user_styles (user_id, style_id, outfits_count)
       select user_id, style_id, count(*) from (
         select l.user_id, o.style_id from likes l join outfits o on o.id = l.outfit_id
         union all select user_id, style_id from outfits) t group by 1, 2`,
  ],
  ["packing", "vacuum (full) outfits"],
];
