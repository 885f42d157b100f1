import { boardEndpoints } from "./boards.ts";
import { commentEndpoints } from "./comments.ts";
import type { Endpoint, EndpointsByName } from "./endpoint.ts";
import { followEndpoints } from "./follows.ts";
import { mediaEndpoints } from "./media.ts";
import { messageEndpoints } from "./messages.ts";
import { notificationEndpoints } from "./notifications.ts";
import { outfitEndpoints } from "./outfits.ts";
import { previewEndpoints } from "./previews.ts";
import { profileEndpoints } from "./profiles.ts";
import { reactionEndpoints } from "./reactions.ts";
import { rewardEndpoints } from "./rewards.ts";
import { safetyEndpoints } from "./safety.ts";
import { searchEndpoints } from "./search.ts";
import { sessionEndpoints } from "./sessions.ts";
import { styleEndpoints } from "./styles.ts";
import { stylistEndpoints } from "./stylists.ts";
import { swipeEndpoints } from "./swipes.ts";
import { trendingEndpoints } from "./trending.ts";
import { usernameEndpoints } from "./usernames.ts";

/** Every endpoint of the product by noun: the API page, the house check and the browser's types read it here. */
export const api = {
  boards: boardEndpoints,
  comments: commentEndpoints,
  follows: followEndpoints,
  media: mediaEndpoints,
  messages: messageEndpoints,
  notifications: notificationEndpoints,
  outfits: outfitEndpoints,
  previews: previewEndpoints,
  profiles: profileEndpoints,
  reactions: reactionEndpoints,
  rewards: rewardEndpoints,
  safety: safetyEndpoints,
  search: searchEndpoints,
  sessions: sessionEndpoints,
  styles: styleEndpoints,
  stylists: stylistEndpoints,
  swipes: swipeEndpoints,
  trending: trendingEndpoints,
  usernames: usernameEndpoints,
} satisfies Record<string, Record<string, Endpoint>>;

/** Endpoints by "METHOD path". The browser imports only this type, so that its first load carries no schema. */
export type Api = EndpointsByName<typeof api>;
