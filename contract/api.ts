import { abuseFindingEndpoints } from "./abuse-findings.ts";
import { accountEndpoints } from "./account.ts";
import { adminContentEndpoints } from "./admin-content.ts";
import { adminMemberEndpoints } from "./admin-members.ts";
import { adminEndpoints } from "./admin.ts";
import { auditEndpoints } from "./audit.ts";
import { adminArticleEndpoints } from "./admin-articles.ts";
import { articleEndpoints } from "./articles.ts";
import { boardEndpoints } from "./boards.ts";
import { commentEndpoints } from "./comments.ts";
import { detectionEndpoints } from "./detection.ts";
import type { Endpoint, EndpointsByName } from "./endpoint.ts";
import { adminEventEndpoints } from "./admin-events.ts";
import { eventEndpoints } from "./events.ts";
import { followEndpoints } from "./follows.ts";
import { mediaEndpoints } from "./media.ts";
import { messageEndpoints } from "./messages.ts";
import { moderationEndpoints } from "./moderation.ts";
import { notificationEndpoints } from "./notifications.ts";
import { outfitEndpoints } from "./outfits.ts";
import { photoSearchEndpoints } from "./photo-searches.ts";
import { pointsEndpoints } from "./points.ts";
import { previewEndpoints } from "./previews.ts";
import { profileEndpoints } from "./profiles.ts";
import { reactionEndpoints } from "./reactions.ts";
import { adminRedemptionEndpoints, adminRewardEndpoints } from "./reward-admin.ts";
import { rewardEndpoints } from "./rewards.ts";
import { blockEndpoints } from "./blocks.ts";
import { reportEndpoints } from "./reports.ts";
import { searchEndpoints } from "./search.ts";
import { sessionEndpoints } from "./sessions.ts";
import { styleEndpoints } from "./styles.ts";
import { settingEndpoints } from "./settings.ts";
import { stylistEndpoints } from "./stylists.ts";
import { swipeEndpoints } from "./swipes.ts";
import { trendingEndpoints } from "./trending.ts";
import { usernameEndpoints } from "./usernames.ts";

/** Every endpoint of the product by module, for the API page, the project check and the browser's types. */
export const api = {
  abuseFindings: abuseFindingEndpoints,
  account: accountEndpoints,
  admin: adminEndpoints,
  adminContent: adminContentEndpoints,
  adminMembers: adminMemberEndpoints,
  audit: auditEndpoints,
  adminRedemptions: adminRedemptionEndpoints,
  adminRewards: adminRewardEndpoints,
  adminArticles: adminArticleEndpoints,
  articles: articleEndpoints,
  boards: boardEndpoints,
  comments: commentEndpoints,
  detection: detectionEndpoints,
  events: eventEndpoints,
  adminEvents: adminEventEndpoints,
  follows: followEndpoints,
  media: mediaEndpoints,
  messages: messageEndpoints,
  moderation: moderationEndpoints,
  notifications: notificationEndpoints,
  outfits: outfitEndpoints,
  photoSearches: photoSearchEndpoints,
  points: pointsEndpoints,
  previews: previewEndpoints,
  profiles: profileEndpoints,
  reactions: reactionEndpoints,
  rewards: rewardEndpoints,
  blocks: blockEndpoints,
  reports: reportEndpoints,
  search: searchEndpoints,
  sessions: sessionEndpoints,
  settings: settingEndpoints,
  styles: styleEndpoints,
  stylists: stylistEndpoints,
  swipes: swipeEndpoints,
  trending: trendingEndpoints,
  usernames: usernameEndpoints,
} satisfies Record<string, Record<string, Endpoint>>;

/** Endpoints by "METHOD path". The browser imports only this type, so that its first load carries no schema. */
export type Api = EndpointsByName<typeof api>;
