import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { readConfig } from "./config/config.ts";
import { openDatabase } from "./db/db.ts";
import { migrate } from "./db/migrate.ts";
import { openInstallationDatabase } from "./db/open-installation-database.ts";
import type { AppContext } from "./http/context.ts";
import { auditPoints, listInvariants } from "./points/points-audit.service.ts";
import { grantRole, roleNames } from "./member-admin/grant.service.ts";
import { resetKeys } from "./auth/housekeeping/reset-keys.service.ts";
import { rotateCodeKeys } from "./rewards/vault.service.ts";
import { rotateSigningKey } from "./auth/sessions/signing-keys.service.ts";
import { createAppContext } from "./app-context.ts";

/** The folder that holds package.json, both when run from the sources and from dist/. */
const root = fileURLToPath(new URL(import.meta.url.includes("/dist/server/") ? "../../" : "../", import.meta.url));

const usage = `Usage:
  npm run admin -- grant EMAIL [user|business|admin]   gives a member a role (admin unless named)
  npm run admin -- rotate-keys                         makes the next key that signs tokens
  npm run admin -- reset-keys                          makes new keys after AUTH_SECRET is lost; ends all sessions
  npm run admin -- rotate-gift-card-keys               encrypts all gift card codes with a new key
  npm run admin -- audit                               checks the points of all members; fails when something is wrong
`;

/** The commands by name; each returns the message to print. */
const commands: Record<string, (app: AppContext, rest: string[]) => Promise<string>> = {
  async grant(app, [email, role = "admin"]) {
    const known = roleNames.find((name) => name === role);
    if (!email || !known) throw new Error(usage);
    return grantRole(app, email, known);
  },
  async "rotate-keys"(app) {
    if (app.config.auth.signingKeys) throw new Error("AUTH_SIGNING_KEYS is set: add the next key there");
    const { kid, signsFrom } = await rotateSigningKey(app);
    return `Key ${kid} signs from ${signsFrom.toISOString()}`;
  },
  "reset-keys": (app) => resetKeys(app),
  "rotate-gift-card-keys": (app) => rotateCodeKeys(app),
  async audit(app) {
    const violations = await auditPoints(app.db);
    if (violations.length > 0) {
      const lines = violations.map(({ invariant, subject, details }) => `  ${invariant}\n    ${subject}: ${details}`);
      throw new Error(`The points audit found violations:\n${lines.join("\n")}`);
    }
    return ["The points audit found no violations:", ...listInvariants().map((name) => `  ${name}`)].join("\n");
  },
};

async function runCommand([name = "", ...rest]: string[]): Promise<string> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Error(usage);
  const config = readConfig(process.env);
  const dataDir = resolve(root, config.dataDir);
  const reached = await openInstallationDatabase(config.databaseUrl, resolve(dataDir, "postgres"));
  try {
    await migrate(reached.url, new URL(`file://${resolve(root, "server/db/migrations")}/`));
    const database = openDatabase(reached.url, { poolSize: 2, statementTimeoutMs: 10_000, onError: () => undefined });
    try {
      return await command(createAppContext({ ...config, dataDir }, database), rest);
    } finally {
      await database.close();
    }
  } finally {
    await reached.leave();
  }
}

const envFile = resolve(root, ".env");
if (existsSync(envFile)) process.loadEnvFile(envFile);
try {
  process.stdout.write(`${await runCommand(process.argv.slice(2))}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
