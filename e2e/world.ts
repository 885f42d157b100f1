/** Where the journeys' servers listen; another first port lets two runs stand side by side. */
const firstPort = Number(process.env["E2E_PORT"] ?? 4610);
export const ports = {
  main: firstPort,
  confirming: firstPort + 1,
  providers: firstPort + 2,
  own: firstPort + 3,
  talk: firstPort + 4,
};

// `localhost` and not its number: browsers give it what else only https has, and providers come back to it.
export const addresses = {
  main: `http://localhost:${ports.main}`,
  confirming: `http://localhost:${ports.confirming}`,
  providers: `http://localhost:${ports.providers}`,
  own: `http://localhost:${ports.own}`,
  talk: `http://localhost:${ports.talk}`,
};

/** Everything comes from one address here, so what is limited per address is limited far later. */
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
  // However busy the machine is that the browsers and the servers share.
  EVENT_LOOP_DELAY_MAX_MS: "0",
  ...roomyLimits,
};

/** The server as a laptop has it: no mail provider, so addresses need no confirmation. */
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

/** The server as production has it: addresses are confirmed; no provider is set up. */
export const confirmingSettings = {
  ...common,
  PORT: String(ports.confirming),
  PUBLIC_URL: addresses.confirming,
  AUTH_MAIL_AUTOCONFIRM: "off",
  AUTH_MAIL_RESEND_SECONDS: "1",
};
