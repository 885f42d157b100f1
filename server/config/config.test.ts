import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

const production = {
  NODE_ENV: "production",
  AUTH_MAIL_AUTOCONFIRM: "on",
  PUBLIC_URL: "https://fash.example/",
  DATABASE_URL: "postgres://db/fash",
};

test("without settings the server listens on loopback at 3000 with the embedded database and the demo", () => {
  expect(readConfig({})).toMatchObject({
    environment: "development",
    host: "127.0.0.1",
    port: 3000,
    publicUrl: "http://localhost:3000",
    dataDir: ".data",
    databaseUrl: undefined,
    isDemoWanted: true,
  });
});

test.each([
  ["PORT", "eighty"],
  ["PORT", "70000"],
  ["PUBLIC_URL", "javascript:alert(1)"],
  ["DATABASE_URL", "mysql://db/fash"],
  ["DATABASE_POOL_SIZE", "0"],
  ["DEMO", "maybe"],
  ["LOG_LEVEL", "loud"],
  ["REDIS_URL", "http://redis"],
  ["ALLOWED_ORIGINS", "*"],
  ["ALLOWED_ORIGINS", "https://*.fash.example"],
  ["ALLOWED_ORIGINS", "https://app.example/"],
  ["ALLOWED_ORIGINS", "https://app.example,null"],
])("an invalid %s (%s) fails the start with one line that names it", (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}: [^\n]+$`));
});

test("production requires DATABASE_URL and PUBLIC_URL, and never loads the demo", () => {
  expect(readConfig(production)).toMatchObject({ isDemoWanted: false, publicUrl: "https://fash.example" });
  expect(() => readConfig({ ...production, DATABASE_URL: "" })).toThrow("DATABASE_URL");
  expect(() => readConfig({ ...production, PUBLIC_URL: undefined })).toThrow("PUBLIC_URL");
  expect(readConfig({ ...production, DATABASE_URL: "", ALLOW_EMBEDDED_DATABASE: "1" }).databaseUrl).toBeUndefined();
});

test("no other origin is allowed unless listed [S-79]", () => {
  expect(readConfig({}).allowedOrigins).toEqual([]);
  const listed = "https://app.example, http://localhost:5173,";
  expect(readConfig({ ALLOWED_ORIGINS: listed }).allowedOrigins).toEqual([
    "https://app.example",
    "http://localhost:5173",
  ]);
});

test("a bucket without its keys is rejected with the key's name", () => {
  expect(() => readConfig({ S3_BUCKET: "fash" })).toThrow("S3_ACCESS_KEY_ID");
  expect(() => readConfig({ S3_BUCKET: "fash", S3_ACCESS_KEY_ID: "a" })).toThrow("S3_SECRET_ACCESS_KEY");
});

test(".env.example lists exactly the settings that the server reads", async () => {
  const example = await readFile(new URL("../../.env.example", import.meta.url), "utf8");
  const named = [...example.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
  const sources = ["./config.ts", "./auth-environment.ts"].map((file) =>
    readFile(new URL(file, import.meta.url), "utf8"),
  );
  const read = [...(await Promise.all(sources)).join("\n").matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(
    ([, name]) => name,
  );
  expect(new Set(named)).toEqual(new Set(read));
});

test("an empty value is the same as none, for every setting", async () => {
  const example = await readFile(new URL("../../.env.example", import.meta.url), "utf8");
  const names = [...example.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name ?? "");
  expect(names.length).toBeGreaterThan(50);
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ""])))).toEqual(readConfig({}));
});
