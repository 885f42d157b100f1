import fc from "fast-check";
import { expect, test } from "vitest";
import { createSecrets } from "#server/lib/secrets.ts";
import { createOutbox } from "#server/outside/outbox.ts";
import { buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { tokenFor } from "#server/testing/tokens.ts";
import { sendDigest } from "./digests.service.ts";
import { readUnsubscribeToken, unsubscribeUrl } from "./unsubscribe.service.ts";

const outbox = createOutbox();
const { fastify, as, db, app } = await testApp({ app: { outbox } });
type User = Awaited<ReturnType<typeof buildUser>>;

const pathOf = (user: User) => unsubscribeUrl(app, user.id, "digest").replace(app.config.publicUrl, "");
const tokenOf = (user: User) => pathOf(user).replace("/api/unsubscribe?token=", "");
const isMailed = async (user: User): Promise<boolean> =>
  (await as(user).get("/api/me")).json().isNotifiedByEmail as boolean;
/** As a mail client posts, without a session. */
const oneClick = (url: string, accept = "*/*") =>
  fastify.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded", accept },
    payload: "List-Unsubscribe=One-Click",
  });

test("a digest has an unsubscribe URL, and one click stops the next digest", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const mailMia = async () => {
    await as(leo).put(`/api/follows/${mia.id}`);
    await sendDigest(app, { userId: mia.id });
    return outbox.list().filter((mail) => mail.to === mia.email);
  };
  const [mail] = await mailMia();
  expect(mail?.stopUrl).toBe(unsubscribeUrl(app, mia.id, "digest"));
  expect(mail?.text).toContain(mail?.stopUrl);
  for (let click = 0; click < 2; click += 1) {
    const answer = await oneClick(pathOf(mia));
    expect({ status: answer.statusCode, body: answer.json() }).toEqual({ status: 200, body: { ok: true } });
  }
  expect(await isMailed(mia)).toBe(false);
  expect(await isMailed(leo)).toBe(true);
  await as(leo).delete(`/api/follows/${mia.id}`);
  expect(await mailMia()).toHaveLength(1);
});

test("both form encodings are accepted, and so is an empty body", async () => {
  const boundary = "--x\r\ncontent-disposition: form-data; name=List-Unsubscribe\r\n\r\nOne-Click\r\n--x--\r\n";
  const bodies = [
    { headers: { "content-type": "multipart/form-data; boundary=x" }, payload: boundary },
    { headers: { "content-type": "application/x-www-form-urlencoded" }, payload: "List-Unsubscribe=One-Click" },
    {},
  ];
  for (const body of bodies) {
    const mia = await buildUser(db);
    expect((await fastify.inject({ method: "POST", url: pathOf(mia), ...body })).statusCode).toBe(200);
    expect(await isMailed(mia)).toBe(false);
  }
});

test("opening the URL asks for confirmation and changes nothing", async () => {
  const mia = await buildUser(db);
  const page = await fastify.inject({ url: pathOf(mia) });
  expect(page.statusCode).toBe(200);
  expect(page.headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "private, no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
  });
  expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
  expect(page.body).toContain(`<form method="post" action="${pathOf(mia)}">`);
  for (const known of [mia.email, mia.username]) expect(page.body).not.toContain(known);
  await fastify.inject({ method: "HEAD", url: pathOf(mia) });
  expect(await isMailed(mia)).toBe(true);
});

test("confirming on the page returns a page", async () => {
  const mia = await buildUser(db);
  const answer = await oneClick(pathOf(mia), "text/html,application/xhtml+xml");
  expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(answer.body).toContain("<h1>Unsubscribed</h1>");
  expect(await isMailed(mia)).toBe(false);
  const wrong = await oneClick(`${pathOf(mia)}x`, "text/html");
  expect(wrong.statusCode).toBe(404);
  expect(wrong.body).toContain("This link doesn't work");
});

test("a forged or foreign token is not found and stops no mails", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const foreign = { ...app, secrets: createSecrets(Buffer.alloc(32, 1)) };
  const [kind, id, signature = ""] = tokenOf(mia).split(".");
  const forged = [
    "",
    "x",
    `${kind}.${id}`,
    `${kind}.${id}.`,
    `${kind}.${leo.id}.${signature}`,
    `letter.${id}.${signature}`,
    `${kind}.${id}.${signature.slice(0, -1)}`,
    `${tokenOf(mia)}.${leo.id}`,
    tokenOf(mia).replace(".", ".."),
    unsubscribeUrl(foreign, mia.id, "digest").split("token=")[1] ?? "",
    await tokenFor(app, mia.id),
    "x".repeat(200),
  ];
  for (const token of forged) {
    const url = `/api/unsubscribe?token=${encodeURIComponent(token)}`;
    const answer = await oneClick(url);
    // A session's token is longer than the maximum here.
    expect([token, answer.json().code]).toEqual([token, token.length > 200 ? "request.invalid" : "route.not_found"]);
    expect((await fastify.inject({ url })).statusCode).toBe(404);
  }
  expect([await isMailed(mia), await isMailed(leo)]).toEqual([true, true]);
});

test("only signed content is accepted, whatever is sent", async () => {
  const mia = await buildUser(db);
  const token = tokenOf(mia);
  const changed = fc
    .tuple(fc.nat(token.length - 1), fc.constantFrom("a", "X", "0", "-", "_", "."))
    .map(([place, sign]) => token.slice(0, place) + sign + token.slice(place + 1))
    .filter((other) => other !== token);
  fc.assert(
    fc.property(fc.oneof(fc.string(), changed), (other) => readUnsubscribeToken(app, other) === null),
    { seed: 8058, numRuns: 300 },
  );
  expect(readUnsubscribeToken(app, token)).toEqual({ userId: mia.id, kind: "digest" });
});

test("a mail token works for nothing else, and no other endpoint accepts forms [S-47]", async () => {
  const mia = await buildUser(db);
  const asBearer = await fastify.inject({ url: "/api/me", headers: { authorization: `Bearer ${tokenOf(mia)}` } });
  expect(asBearer.statusCode).toBe(401);
  const form = await oneClick(`/api/notifications/read?token=${tokenOf(mia)}`);
  expect(form.json().code).toBe("request.unsupported_type");
});

test("a deleted member gets the same response as any other", async () => {
  const mia = await buildUser(db);
  const path = pathOf(mia);
  await db.deleteFrom("auth.users").where("id", "=", mia.id).execute();
  expect((await oneClick(path)).json()).toEqual({ ok: true });
});
