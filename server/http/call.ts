import type { FastifyBaseLogger } from "fastify";
import type { Config } from "#server/config.ts";
import type { Db, Pool } from "#server/db/db.ts";
import type { UserRole } from "#server/db/schema.ts";
import type { Clock } from "#server/lib/clock.ts";
import type { Random } from "#server/lib/random.ts";
import type { Secrets } from "#server/lib/secrets.ts";
import type { Mail } from "#server/outside/mail.ts";
import type { Socials } from "#server/outside/oauth.ts";
import type { Outbox } from "#server/outside/outbox.ts";
import type { Push } from "#server/outside/push.ts";
import type { Sms } from "#server/outside/sms.ts";
import type { Storage } from "#server/outside/storage.ts";
import type { Live } from "./live.ts";
import type { RateLimiter } from "./rate-limit.ts";

/** The signed-in member behind a call, as the database knows them at this moment. */
export interface Viewer {
  userId: string;
  sessionId: string;
  role: UserRole;
  /** `aal2` after a second factor. */
  assurance: "aal1" | "aal2";
  /** The account is younger than a day: its limits are tighter, see rate-limit.ts. */
  isNew: boolean;
}

/** What lives as long as the server and every call may use. */
export interface World {
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
  socials: Socials;
}

/** One request on its way through the nouns; `V` where its route reads more than the viewer along with the session. */
export interface Call<V extends Viewer = Viewer> extends World {
  /** Null for a visitor. */
  viewer: V | null;
  userId: string | null;
  requestId: string;
  ip: string;
  userAgent: string;
  log: FastifyBaseLogger;
}
