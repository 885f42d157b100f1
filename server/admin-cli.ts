import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { readConfig } from "./config.ts";
import { openDatabase } from "./db/db.ts";
import { migrate } from "./db/migrate.ts";
import { reachDatabase } from "./db/reach.ts";
import type { World } from "./http/call.ts";
import { grantRole, roleNames } from "./roles/grant.service.ts";
import { rotateSigningKey } from "./sessions/signing-keys.service.ts";
import { createWorld } from "./world.ts";

/** The folder that holds package.json, both when run from the sources and from dist/. */
const root = fileURLToPath(new URL(import.meta.url.includes("/dist/server/") ? "../../" : "../", import.meta.url));

const usage = `Usage:
  npm run admin -- grant EMAIL [user|business|admin]   gives a member a role (admin unless named)
  npm run admin -- rotate-keys                         makes the next key that signs tokens
`;

/** What a command does, by its name; each gives the sentence that is printed. */
const commands: Record<string, (world: World, rest: string[]) => Promise<string>> = {
  async grant(world, [email, role = "admin"]) {
    const known = roleNames.find((name) => name === role);
    if (!email || !known) throw new Error(usage);
    return grantRole(world, email, known);
  },
  async "rotate-keys"(world) {
    if (world.config.auth.signingKeys) throw new Error("AUTH_SIGNING_KEYS is set: add the next key there");
    const { kid, signsFrom } = await rotateSigningKey(world);
    return `Key ${kid} signs from ${signsFrom.toISOString()}`;
  },
};

async function runCommand([name = "", ...rest]: string[]): Promise<string> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Error(usage);
  const config = readConfig(process.env);
  const dataDir = resolve(root, config.dataDir);
  const reached = await reachDatabase(config.databaseUrl, resolve(dataDir, "postgres"));
  try {
    await migrate(reached.url, new URL(`file://${resolve(root, "server/db/migrations")}/`));
    const database = openDatabase(reached.url, { poolSize: 2, statementTimeoutMs: 10_000, onError: () => undefined });
    try {
      return await command(createWorld({ ...config, dataDir }, database), rest);
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
