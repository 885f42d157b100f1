// In members' documents: starts their first requests while the app's code loads; web/api/first-requests.ts hands the replies to
// the app.
const cardSizes = () =>
  "(width >= 93.75rem) 260px, (width >= 68.75rem) calc((100vw - 140px) / 4), (width >= 48rem) calc((100vw - 88px) / 3), calc((100vw - 70px) / 2)";
const largeCardSizes = () =>
  "(width >= 90rem) 440px, (width >= 68.75rem) calc((100vw - 120px) / 3), (width >= 48rem) calc((100vw - 88px) / 3), calc((100vw - 70px) / 2)";
const photoSizes = ({ width, height }) => `(width >= 48rem) min(55vw, ${Math.round((width / height) * 85)}vh), 88vw`;

/** Of the cards that a phone shows at first, these are fetched before the app's code, as `OutfitGrid` does. */
const urgentCount = 4;
const shownCount = 6;
/** Fetches the first pictures before the app can render them, as web/ui/picture.tsx will. */
const preload = async (reply, sizesOf) => {
  const data = await (await reply).clone().json();
  for (const [index, { picture }] of (data.picture ? [data] : data.items).slice(0, shownCount).entries()) {
    const stem = picture.url.slice(0, -5);
    const smaller = [320, 640].filter((width) => width < picture.width);
    const link = Object.assign(document.createElement("link"), {
      rel: "preload",
      as: "image",
      type: "image/avif",
      fetchPriority: index < urgentCount ? "high" : "low",
      imageSizes: sizesOf(picture),
      imageSrcset: [
        ...smaller.map((width) => `${stem}_${width}.avif ${width}w`),
        `${stem}.avif ${picture.width}w`,
      ].join(),
    });
    document.head.append(link);
  }
};

/** Of each screen, besides the member's own account; with one filter at most. Third, how wide its first pictures are. */
const reads = [
  [/^\/$/, "/api/trending", largeCardSizes],
  [/^\/explore(\?(style=[\w-]{36}|sort=popular|ai=exclude))?$/, "/api/outfits$1", cardSizes],
  [/^\/(tag|brand)\/([\w-]+)$/, "/api/outfits?$1=$2", cardSizes],
  [/^\/swipes$/, "/api/swipes/deck"],
  [/^\/outfit\/([\w-]+)$/, "/api/outfits/$1", photoSizes],
  [/^\/(articles|boards|events)\/([\w-]{36})$/, "/api/$1/$2"],
  [/^\/articles$/, "/api/articles"],
  [/^\/events$/, "/api/events?when=upcoming"],
  [/^\/(styles|closet)$/, "/api/styles"],
  [/^\/points$/, "/api/me/points"],
  [/^\/messages$/, "/api/threads"],
  [/^\/notifications$/, "/api/notifications"],
];
const findRead = () => {
  const address = location.pathname + location.search;
  const [screen, pattern, sizesOf] = reads.find(([path]) => path.test(address)) ?? [];
  return screen ? { url: address.replace(screen, pattern), sizesOf } : {};
};

(() => {
  const key = "fash.session";
  const json = { accept: "application/json", "content-type": "application/json" };
  const refresh = async (session) => {
    const body = JSON.stringify({ refresh_token: session.refresh_token });
    const reply = await fetch("/auth/v1/token?grant_type=refresh_token", {
      method: "POST",
      headers: json,
      body,
      signal: AbortSignal.timeout(1e4),
    });
    if (!reply.ok) return null;
    const fresh = await reply.json();
    // Another tab may have signed in or out in the meantime.
    const now = JSON.parse(localStorage.getItem(key));
    if (now?.refresh_token !== session.refresh_token) return null;
    // Kept in step with web/api/refresh.ts.
    fresh.expires_at = Math.floor(Date.now() / 1e3) + fresh.expires_in;
    localStorage.setItem(key, JSON.stringify(fresh));
    return fresh.access_token;
  };
  try {
    const session = JSON.parse(localStorage.getItem(key));
    if (!session?.access_token || session.user?.factors?.length) return;
    const isFresh = session.expires_at * 1e3 - Date.now() > 3e4;
    // A failure is the app's to repeat and to report.
    const token = isFresh ? Promise.resolve(session.access_token) : refresh(session).catch(() => null);
    const { url, sizesOf } = findRead();
    const urls = url ? ["/api/me", url] : ["/api/me"];
    const read = async (url) => {
      const authorization = `Bearer ${await token}`;
      return (await token) === null ? null : fetch(url, { headers: { accept: json.accept, authorization } });
    };
    const replies = new Map(urls.map((url) => [url, read(url)]));
    for (const reply of replies.values()) reply.catch(() => null);
    // A failure, or an outfit that is not there, is the app's to show.
    if (sizesOf) preload(replies.get(url), sizesOf).catch(() => null);
    globalThis.firstRequests = { token, isRefresh: !isFresh, replies, startedAt: Date.now() };
  } catch {
    // Storage is disabled or its session is damaged: the app finds nobody signed in.
  }
})();
