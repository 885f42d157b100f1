import { writeCursor } from "#server/db/cursor.ts";
import type { BenchRun } from "./bench-run.ts";
import type { Member } from "./members.ts";

/** Rows of the data set that pages show. */
export interface Sights {
  outfitId: string;
  username: string;
  styleId: string;
  /** A cursor 10,000 outfits down the feed. */
  deepCursor: string;
  /** A conversation of the heavy member. */
  threadId: string;
  /** One of 20,000 events, which is to come, and one of 20,000 articles. */
  eventId: string;
  articleId: string;
  /** The month in which that event starts, `YYYY-MM`. */
  month: string;
}

/** What the measured pages show; the same in every run on one data set. */
export async function findSights({ app, heavy }: BenchRun): Promise<Sights> {
  const { rows } = await app.pool.query<{ id: string; username: string; style: string; thread: string }>(
    `select o.id, p.username, o.style_id as style,
       (select thread_id from thread_members where user_id = $1 order by last_message_at desc limit 1) as thread
     from outfits o join profiles p on p.id = o.user_id where o.id = (select id from bench_outfits where n = 199997)`,
    [heavy.id],
  );
  const deep = await app.pool.query<{ id: string; created_at: Date }>(
    "select id, created_at from outfits where is_listed order by created_at desc, id desc offset 10000 limit 1",
  );
  const pages = await app.pool.query<{ event: string; article: string; month: string }>(
    `select event_id as event, article_id as article, to_char(starts_at, 'YYYY-MM') as month
     from bench_pages where starts_at > now() + interval '40 days' order by n limit 1`,
  );
  const [seen] = rows;
  const [place] = deep.rows;
  const [page] = pages.rows;
  if (!seen || !place || !page) throw new Error("The data set lacks what the pages show");
  return {
    outfitId: seen.id,
    username: seen.username,
    styleId: seen.style,
    threadId: seen.thread,
    eventId: page.event,
    articleId: page.article,
    month: page.month,
    deepCursor: writeCursor({ createdAt: place.created_at.toISOString(), id: place.id }),
  };
}

export interface ApiPage {
  what: string;
  address: string;
  viewer: Member;
}

/** The reads behind the product's screens, each for the member for whom it is most expensive. */
export function apiPages({ heavy, light }: BenchRun, seen: Sights): ApiPage[] {
  return [
    { what: "feed, 10,000 outfits deep", address: `/api/outfits?cursor=${seen.deepCursor}`, viewer: light },
    { what: "feed of a style", address: `/api/outfits?style=${seen.styleId}`, viewer: light },
    { what: "outfit", address: `/api/outfits/${seen.outfitId}`, viewer: light },
    { what: "comments of an outfit", address: `/api/outfits/${seen.outfitId}/comments`, viewer: light },
    { what: "a profile", address: `/api/profiles/${seen.username}`, viewer: light },
    { what: "a profile's outfits", address: `/api/profiles/${seen.username}/outfits`, viewer: light },
    { what: "own closet", address: "/api/closet", viewer: heavy },
    { what: "trending", address: "/api/trending", viewer: heavy },
    { what: "swipe deck after 20,000 swipes", address: "/api/swipes/deck", viewer: heavy },
    { what: "list of 2,000 threads", address: "/api/threads", viewer: heavy },
    { what: "a thread's messages", address: `/api/threads/${seen.threadId}/messages`, viewer: heavy },
    { what: "notification list of 5,000", address: "/api/notifications", viewer: heavy },
    { what: "points of a member with 100,000 ledger rows", address: "/api/me/points", viewer: heavy },
    { what: "first 50 of these rows", address: "/api/me/points/ledger", viewer: heavy },
    { what: "notification badge", address: "/api/notifications/unread-count", viewer: heavy },
  ];
}

/** Secondary reads of a screen, and reads of rarely used screens. */
export function furtherReads({ heavy, light }: BenchRun, seen: Sights): ApiPage[] {
  return [
    { what: "own account", address: "/api/me", viewer: heavy },
    { what: "twelve weeks of 100,000 ledger rows", address: "/api/me/points/weeks", viewer: heavy },
    { what: "reversals among 100,000 ledger rows", address: "/api/me/points/ledger?kind=REVERSAL", viewer: heavy },
    { what: "who liked an outfit", address: `/api/outfits/${seen.outfitId}/likes`, viewer: light },
    { what: "a member's followers", address: `/api/profiles/${seen.username}/followers`, viewer: light },
  ];
}

/** The documents that a browser or a crawler opens first, as a visitor. */
export function documents(seen: Sights): { what: string; address: string }[] {
  return [
    { what: "document /", address: "/" },
    { what: "document /explore", address: "/explore" },
    { what: "document /outfit/{id}", address: `/outfit/${seen.outfitId}` },
  ];
}

/** The lists of 20,000 events and of 20,000 articles in all their kinds, and one of each. */
export function programmePages({ light }: BenchRun, seen: Sights): ApiPage[] {
  const events = (what: string, query: string) => ({ what: `events: ${what}`, address: `/api/events${query}` });
  const articles = (what: string, query: string) => ({ what: `articles: ${what}`, address: `/api/articles${query}` });
  return [
    events("upcoming", ""),
    events("past", "?when=past"),
    events("of a style", "?style=Retro"),
    events("near a town", "?near=Ljubljana"),
    events("near a mistyped town", "?near=Ljubjana"),
    events("a search", "?search=velvet"),
    events("a mistyped search", "?search=velvt%20lisbonn"),
    events("a search for nothing", "?search=zzqqxx"),
    events("a month", `/months/${seen.month}`),
    events("one", `/${seen.eventId}`),
    events("who is going", `/${seen.eventId}/attendees`),
    articles("newest", ""),
    articles("of a tag", "?tag=linen"),
    articles("a search", "?search=velvet"),
    articles("a mistyped search", "?search=corduoy"),
    articles("a search for nothing", "?search=zzqqxx"),
    articles("one", `/${seen.articleId}`),
    articles("related", `/${seen.articleId}/related`),
  ].map((page) => ({ ...page, viewer: light }));
}

/** The documents of events and articles, as a visitor opens them. */
export function programmeDocuments({ eventId, articleId }: Sights): { what: string; address: string }[] {
  return ["/events", `/events/${eventId}`, "/articles", `/articles/${articleId}`].map((address) => ({
    what: `document ${address.replace(eventId, "{id}").replace(articleId, "{id}")}`,
    address,
  }));
}
