/** The ports of the test servers; another first port allows two runs in parallel. */
const firstPort = Number(process.env["E2E_PORT"] ?? 4610);
export const ports = {
  main: firstPort,
  confirming: firstPort + 1,
  providers: firstPort + 2,
  own: firstPort + 3,
  talk: firstPort + 4,
  admin: firstPort + 9,
  points: firstPort + 5,
  rewards: firstPort + 6,
  articles: firstPort + 7,
  events: firstPort + 8,
  connection: firstPort + 10,
  vision: firstPort + 11,
  invitations: firstPort + 12,
};

// `localhost` instead of its IP address: browsers treat it as a secure context, and providers redirect to it.
export const addresses = {
  main: `http://localhost:${ports.main}`,
  confirming: `http://localhost:${ports.confirming}`,
  providers: `http://localhost:${ports.providers}`,
  own: `http://localhost:${ports.own}`,
  talk: `http://localhost:${ports.talk}`,
  admin: `http://localhost:${ports.admin}`,
  points: `http://localhost:${ports.points}`,
  rewards: `http://localhost:${ports.rewards}`,
  articles: `http://localhost:${ports.articles}`,
  events: `http://localhost:${ports.events}`,
  connection: `http://localhost:${ports.connection}`,
  vision: `http://localhost:${ports.vision}`,
  invitations: `http://localhost:${ports.invitations}`,
};

/** All requests come from one address here, so limits per address are much higher. */
const roomyLimits = {
  RATE_LIMITS: "off",
  AUTH_LIMIT_PASSWORD_PER_ADDRESS: "10000/300",
  AUTH_LIMIT_SEND_PER_ADDRESS: "10000/300",
  AUTH_LIMIT_VERIFY_PER_ADDRESS: "10000/300",
  AUTH_LIMIT_FACTORS_PER_ADDRESS: "10000/60",
  AUTH_LIMIT_SMS_PER_NUMBER: "50/3600",
  AUTH_LIMIT_WRONG_SMS_CODES: "50/86400",
};

const common = {
  NODE_ENV: "development",
  HOST: "127.0.0.1",
  LOG_LEVEL: "warn",
  DEMO: "0",
  // Even if the machine that browsers and servers share is busy.
  EVENT_LOOP_DELAY_MAX_MS: "0",
  CRAWLER_LOAD_MAX: "1",
  // The models run with the lowest priority, below every browser of these tests.
  VISION_DEADLINE_MS: "120000",
  ...roomyLimits,
};

/** The server as in development: no mail provider, so addresses need no confirmation. */
export const mainSettings = {
  ...common,
  PORT: String(ports.main),
  PUBLIC_URL: addresses.main,
  AUTH_SMS_RESEND_SECONDS: "1",
  AUTH_MAIL_RESEND_SECONDS: "1",
  GOOGLE_CLIENT_ID: "fash-google",
  GOOGLE_CLIENT_SECRET: "google-secret",
  GOOGLE_ISSUER: `${addresses.providers}/google`,
  FACEBOOK_CLIENT_ID: "fash-facebook",
  FACEBOOK_CLIENT_SECRET: "facebook-secret",
  FACEBOOK_AUTHORIZE_URL: `${addresses.providers}/facebook/authorize`,
  FACEBOOK_TOKEN_URL: `${addresses.providers}/facebook/token`,
  FACEBOOK_PROFILE_URL: `${addresses.providers}/facebook/me`,
};

/** The server as in production: addresses are confirmed; no provider is configured. */
export const confirmingSettings = {
  ...common,
  PORT: String(ports.confirming),
  PUBLIC_URL: addresses.confirming,
  AUTH_MAIL_AUTOCONFIRM: "off",
  AUTH_MAIL_RESEND_SECONDS: "1",
};
