/** What a member (or, for visitors, an address) may do an hour. */
export const hourlyLimits = {
  posts: 20,
  comments: 60,
  likes: 300,
  swipes: 2_000,
  messages: 120,
  threads: 20,
  searches: 600,
  suggestions: 600,
  uploads: 60,
  detections: 20,
  photoSearches: 40,
  /** Those of an address: anyone who needs more can sign in. */
  visitorPhotoSearches: 10,
  follows: 120,
  boards: 300,
  blocks: 120,
  reports: 20,
  redemptions: 20,
  reveals: 60,
  rewardChanges: 1_000,
  articleSaves: 2_000,
  articleSubmissions: 20,
  events: 60,
  attendances: 120,
  checkIns: 3_000,
  calendars: 20,
  awards: 240,
  dryRuns: 300,
  exports: 10,
  deletions: 10,
  /** Changes of an own outfit, profile, Top 3 or preferences. */
  edits: 120,
  views: 3_600,
  /** Link previews that have to be drawn for an address. */
  previews: 300,
  /** Every write that has no limit of its own. */
  writes: 1_200,
} as const;
type HourlyLimit = keyof typeof hourlyLimits;

/** What a member may do a day. */
export const dailyLimits = {
  /** Each takes a worker for as long as all the member's pictures need, and as much storage as they. */
  dataExports: 2,
} as const;
type DailyLimit = keyof typeof dailyLimits;
export type RateLimit = HourlyLimit | DailyLimit;

/**
 * On its first day an account has a quarter of each limit, except of these: what nobody else notices, and the work of admins and
 * organisers.
 */
export const fullOnFirstDay: ReadonlySet<RateLimit> = new Set([
  "searches",
  "suggestions",
  "reveals",
  "rewardChanges",
  "checkIns",
  "awards",
  "dryRuns",
  "exports",
  "deletions",
  "dataExports",
]);
