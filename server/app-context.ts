import type { Config } from "./config/config.ts";
import type { Database } from "./db/db.ts";
import type { AppContext } from "./http/context.ts";
import { createLive } from "./http/live/live.ts";
import { createRateLimiter } from "./http/rate-limit.ts";
import { systemClock } from "./lib/clock.ts";
import { systemRandom } from "./lib/random.ts";
import { createSecrets, readMasterSecret } from "./lib/secrets.ts";
import { createClothingService } from "./outside/clothing-service.ts";
import { createGiftCards } from "./outside/gift-cards.ts";
import { createMail } from "./outside/mail.ts";
import { createSocials } from "./outside/oauth.ts";
import { createOutbox } from "./outside/outbox.ts";
import { createPush } from "./outside/push.ts";
import { createSms } from "./outside/sms.ts";
import { createStorage } from "./outside/storage.ts";
import { createPictures } from "./pictures/create-pictures.ts";
import { createVision, usualVisionSettings } from "./vision/create-vision.ts";

/** Everything that the modules depend on, created from the settings; tests replace single parts. */
export function createAppContext(config: Config, database: Database, replaced: Partial<AppContext> = {}): AppContext {
  const outbox = replaced.outbox ?? createOutbox();
  const random = replaced.random ?? systemRandom;
  return {
    config,
    db: database.db,
    pool: database.pool,
    clock: systemClock,
    random,
    storage: createStorage(config),
    rateLimiter: createRateLimiter(database.pool, { isOn: config.areRateLimitsOn }),
    live: createLive({ siteOrigin: new URL(config.publicUrl).origin, redisUrl: config.redisUrl }),
    secrets: createSecrets(readMasterSecret(config.auth.secret, config.dataDir)),
    outbox,
    mail: createMail(config.auth.mail, outbox),
    sms: createSms(config.auth.sms, outbox),
    push: createPush({ contact: config.push.contact, mayBeLocal: config.environment !== "production" }),
    giftCards: createGiftCards(config.giftCards),
    socials: createSocials(config.auth),
    pictures: createPictures(),
    vision: createVision({ ...usualVisionSettings, deadlineMs: config.vision.deadlineMs }),
    clothingService: createClothingService(config.vision.service, random),
    ...replaced,
  };
}
