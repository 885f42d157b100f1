import { commentEndpoints } from "./comments.ts";
import type { Endpoint, EndpointsByName } from "./endpoint.ts";
import { mediaEndpoints } from "./media.ts";
import { messageEndpoints } from "./messages.ts";
import { outfitEndpoints } from "./outfits.ts";
import { profileEndpoints } from "./profiles.ts";
import { reactionEndpoints } from "./reactions.ts";
import { styleEndpoints } from "./styles.ts";
import { stylistEndpoints } from "./stylists.ts";

/** Every endpoint of the product by noun: the API page, the house check and the browser's types read it here. */
export const api = {
  comments: commentEndpoints,
  media: mediaEndpoints,
  messages: messageEndpoints,
  outfits: outfitEndpoints,
  profiles: profileEndpoints,
  reactions: reactionEndpoints,
  styles: styleEndpoints,
  stylists: stylistEndpoints,
} satisfies Record<string, Record<string, Endpoint>>;

/** Endpoints by "METHOD path". The browser imports only this type, so that its first load carries no schema. */
export type Api = EndpointsByName<typeof api>;
