import { mkdtemp, readFile, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CodeImport } from "#contract/reward-admin.ts";
import { createAppContext } from "#server/app-context.ts";
import { readConfig } from "#server/config/config.ts";
import { buildRedemption, buildUser } from "#server/testing/factories.ts";
import { quietSettings, testApp, testDatabase } from "#server/testing/test-app.ts";
import { makeCodeKey, parseCodeKeys, readKeyFile } from "./code-keys.ts";
import { CodeListError, parseCodes } from "./code-list.ts";
import { createCodeVault } from "./code-vault.ts";
import { checkCodeKeys, rotateCodeKeys } from "./vault.service.ts";

const now = new Date("2026-06-01T00:00:00Z");
const [first, second] = [makeCodeKey(now), makeCodeKey(now)];

describe("the vault", () => {
  test("opens what it sealed, under the same id and key only", () => {
    const vault = createCodeVault([first]);
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.option(fc.string()), (code, pin) => {
        const { keyId, sealed } = vault.seal("a", { code, pin });
        expect(vault.open("a", { keyId, sealed })).toEqual({ code, pin });
        expect(vault.open("b", { keyId, sealed })).toBeNull();
        expect(createCodeVault([{ ...second, id: first.id }]).open("a", { keyId, sealed })).toBeNull();
        expect(createCodeVault([second]).open("a", { keyId, sealed })).toBeNull();
      }),
      { numRuns: 50 },
    );
  });

  test("recognizes equal codes in any spelling by their digest, under each key", () => {
    const [before, after] = [createCodeVault([first]), createCodeVault([second, first])];
    const old = before.seal("a", { code: "abcd-1234 efgh", pin: null }).digest.toString("hex");
    const known = after.digests("ABCD1234EFGH").map((digest) => digest.toString("hex"));
    expect(known).toContain(old);
    expect(after.digests("ABCD1234EFGX").map((digest) => digest.toString("hex"))).not.toContain(old);
    expect(after.digests("https://gift.example/aB")).not.toEqual(after.digests("https://gift.example/ab"));
  });
});

describe("the key file", () => {
  test("is created once, readable only by its owner, and names each key", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "fash-keys-"));
    const keys = readKeyFile(folder, now);
    expect(readKeyFile(folder, now)).toEqual(keys);
    expect(keys).toHaveLength(1);
    expect((await stat(path.join(folder, "gift-card-keys"))).mode & 0o777).toBe(0o600);
  });

  test("is refused when a line is no key, without repeating it", () => {
    expect(() => parseCodeKeys("mine:c2hvcnQ=")).toThrow(/^needs ID:KEY/);
  });
});

describe("a list of codes", () => {
  const codesOf = (text: string) => parseCodes(text).cards.map(({ code, pin }) => (pin === null ? code : [code, pin]));

  test("is one code a line, with blank lines and a byte order mark passed over", () => {
    expect(codesOf("\uFEFFAAAA-1111\r\n\r\n  BBBB-2222  \nCCCC-3333")).toEqual(["AAAA-1111", "BBBB-2222", "CCCC-3333"]);
  });

  test("is CSV with a PIN, with heads in any order, and with quotes", () => {
    expect(codesOf("AAAA1111,99\nBBBB2222")).toEqual([["AAAA1111", "99"], "BBBB2222"]);
    expect(codesOf('PIN;Value;Code\n12;"10,00";AAAA1111\n;5;BBBB2222')).toEqual([["AAAA1111", "12"], "BBBB2222"]);
    expect(codesOf('"https://gift.example/a,b"')).toEqual(["https://gift.example/a,b"]);
  });

  test.each([
    ["Card Number,PIN\nAAAA1111,11", ["AAAA1111", "11"]],
    ["pin;Voucher Code\n11;AAAA1111", ["AAAA1111", "11"]],
    ["CLAIM_CODE\nAAAA1111", "AAAA1111"],
  ])("has no card in its heading: %j", (text, card) => {
    expect(codesOf(text)).toEqual([card]);
  });

  test("is rejected if its heading has a PIN but names no column of codes", () => {
    expect(() => parseCodes("\nSerial,PIN\nAAAA1111,11")).toThrow(/^Line 2 looks like a heading/);
  });

  test("has links with their commas, and with PINs under a heading", () => {
    expect(codesOf("https://gift.example/a,\nhttps://gift.example/b;;")).toEqual([
      "https://gift.example/a",
      "https://gift.example/b",
    ]);
    expect(codesOf('pin;link\n11;"https://gift.example/a;b"')).toEqual([["https://gift.example/a;b", "11"]]);
  });

  test.each(["https://gift.example/x?ids=1,2", "HTTPS://gift.example/x;y", "link\nhttps://gift.example/x?ids=1,2"])(
    "is rejected rather than cut a link: %j",
    (text) => expect(() => parseCodes(text)).toThrow(/^Line \d has more than a link/),
  );

  test("names lines that are no code or repeated, by number only", () => {
    expect(parseCodes("AAAA1111\nab\naaaa-1111\nÄÖÜßÄÖÜß\nBBBB2222").rejected).toEqual([
      { line: 2, reason: "invalid" },
      { line: 3, reason: "repeated" },
      { line: 4, reason: "invalid" },
    ]);
  });

  test("that is invalid is rejected with the line number, without repeating its content", () => {
    const read = () => parseCodes('AAAA1111\n"SECRET"X,1');
    expect(read).toThrow(CodeListError);
    expect(read).not.toThrow(/SECRET/);
    expect(() => parseCodes("A1B2C3\n".repeat(5_001))).toThrow(/5000/);
  });
});

describe("rotating keys", () => {
  test("of the data folder re-encrypts every code while a server is running", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "fash-keys-"));
    const settings = { GIFT_CARD_KEYS: "", DATA_DIR: folder };
    const { as, db, databaseUrl } = await testApp({ settings });
    const [mia, admin] = [await buildUser(db), await buildUser(db, { role: "admin" })];
    const { id } = await buildRedemption(db, mia.id);
    await as(admin).post(`/api/admin/redemptions/${id}/approve`, { code: "KEEP-ME-1234" });
    const keysBefore = await db.selectFrom("gift_card_codes").select("key_id").execute();

    const cli = (await testApp({ settings, databaseUrl })).app;
    expect(await rotateCodeKeys(cli)).toMatch(/^1 codes are now encrypted with key /);
    expect(await db.selectFrom("gift_card_codes").select("key_id").execute()).not.toEqual(keysBefore);
    expect((await as(mia).post(`/api/me/redemptions/${id}/reveal`)).json()).toEqual({
      code: "KEEP-ME-1234",
      pin: null,
    });
    // A known code is still known.
    const other = await buildRedemption(db, mia.id);
    const again = await as(admin).post(`/api/admin/redemptions/${other.id}/approve`, { code: "keep me 1234" });
    expect(again.json()).toMatchObject({ status: 409, code: "redemption.code_known" });
    await rotateCodeKeys(cli);
    await rotateCodeKeys(cli);
    const kept = parseCodeKeys(await readFile(path.join(folder, "gift-card-keys"), "utf8"));
    expect(kept).toHaveLength(2);
  });

  test.each([1, 2])("of the data folder %i times is noticed by the next import of a running server", async (times) => {
    const folder = await mkdtemp(path.join(tmpdir(), "fash-keys-"));
    const settings = { GIFT_CARD_KEYS: "", DATA_DIR: folder };
    const { as, db, databaseUrl } = await testApp({ settings });
    const call = as(await buildUser(db, { role: "admin" }));
    const reward = { name: "Card", giftCardType: "Muji", valueCents: 500, pointsRequired: 50, supply: "codes" };
    const { id } = (await call.post("/api/admin/rewards", reward)).json();
    const importCodes = async (text: string) =>
      (await call.post(`/api/admin/rewards/${id}/codes`, { text })).json() as CodeImport;
    expect(await importCodes("KEEP-ME-1234")).toMatchObject({ importedCount: 1 });

    const other = (await testApp({ settings, databaseUrl })).app;
    for (let n = 0; n < times; n += 1) await rotateCodeKeys(other);
    expect(await importCodes("keep me 1234\nNEW-ONE-1234")).toMatchObject({
      importedCount: 1,
      rejected: [{ line: 1, reason: "known" }],
    });
    const [newest] = readKeyFile(folder, now);
    const used = await db.selectFrom("gift_card_codes").select("key_id").distinct().execute();
    expect(used).toEqual([{ key_id: newest?.id }]);
    await checkCodeKeys((await testApp({ settings, databaseUrl })).app);
  });

  test("of the configuration reports which key is no longer needed; a missing one prevents the start", async () => {
    const database = await testDatabase();
    const text = (...keys: { id: string; secret: Buffer }[]) =>
      keys.map(({ id, secret }) => `${id}:${secret.toString("base64")}`).join(",");
    const appWith = (GIFT_CARD_KEYS: string) =>
      createAppContext(readConfig({ ...quietSettings, GIFT_CARD_KEYS }), database);
    const { as, db } = await testApp({ databaseUrl: database.url, settings: { GIFT_CARD_KEYS: text(first) } });
    const [mia, admin] = [await buildUser(db), await buildUser(db, { role: "admin" })];
    const { id } = await buildRedemption(db, mia.id);
    await as(admin).post(`/api/admin/redemptions/${id}/approve`, { code: "KEEP-ME-1234" });

    await expect(checkCodeKeys(appWith(text(second)))).rejects.toThrow(first.id);
    await expect(rotateCodeKeys(appWith(text(second)))).rejects.toThrow("does not open");
    expect(await rotateCodeKeys(appWith(text(second, first)))).toContain(`remove it from GIFT_CARD_KEYS`);
    await checkCodeKeys(appWith(text(second)));
  });
});
