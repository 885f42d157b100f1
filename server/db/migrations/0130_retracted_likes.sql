-- Likes of articles and comments that were taken back: doing them again tells nobody, as with outfits (retracted_actions).
create table retracted_article_likes (
  user_id uuid not null references profiles on delete cascade,
  article_id uuid not null references articles on delete cascade,
  primary key (user_id, article_id)
);
create index retracted_article_likes_by_article on retracted_article_likes (article_id);

create table retracted_comment_likes (
  user_id uuid not null references profiles on delete cascade,
  comment_id uuid not null references comments on delete cascade,
  primary key (user_id, comment_id)
);
create index retracted_comment_likes_by_comment on retracted_comment_likes (comment_id);
