import type { FastifyBaseLogger } from "fastify";
import type { Config } from "#server/config/config.ts";
import type { Db, Pool } from "#server/db/db.ts";
import type { ClientKey } from "#server/lib/client-key.ts";
import type { Clock } from "#server/lib/clock.ts";
import type { Random } from "#server/lib/random.ts";
import type { Secrets } from "#server/lib/secrets.ts";
import type { GiftCards } from "#server/outside/gift-cards.ts";
import type { Mail } from "#server/outside/mail.ts";
import type { Socials } from "#server/outside/oauth.ts";
import type { Outbox } from "#server/outside/outbox.ts";
import type { Push } from "#server/outside/push.ts";
import type { Sms } from "#server/outside/sms.ts";
import type { Storage } from "#server/outside/storage.ts";
import type { ClothingService } from "#server/outside/clothing-service.ts";
import type { Pictures } from "#server/pictures/pictures.ts";
import type { Vision } from "#server/vision/vision.ts";
import type { Live } from "./live/live.ts";
import type { RateLimiter } from "./rate-limit.ts";
import type { Viewer } from "./viewer.ts";

/** What lives as long as the server and every call may use. */
export interface AppContext {
  config: Config;
  db: Db;
  pool: Pool;
  clock: Clock;
  random: Random;
  storage: Storage;
  rateLimiter: RateLimiter;
  live: Live;
  secrets: Secrets;
  mail: Mail;
  sms: Sms;
  push: Push;
  outbox: Outbox;
  giftCards: GiftCards;
  socials: Socials;
  pictures: Pictures;
  vision: Vision;
  /** Undefined: `vision` detects clothes. */
  clothingService: ClothingService | undefined;
}

/** One request. */
export interface RequestContext extends AppContext {
  /** Null for a visitor. */
  viewer: Viewer | null;
  userId: string | null;
  requestId: string;
  /** The address, for the log and the audit trail; limits count by `clientKey`. */
  ip: string;
  clientKey: ClientKey;
  userAgent: string;
  log: FastifyBaseLogger;
  /** Aborted when the client closes the connection before its reply. */
  disconnected: () => AbortSignal;
}
