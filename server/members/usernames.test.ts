import { expect, test } from "vitest";
import { buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";

async function suggestionFor(name: string, requests: Awaited<ReturnType<typeof testApp>>["as"]): Promise<string> {
  const answer = await requests(null).get(`/api/usernames?name=${encodeURIComponent(name)}`);
  return answer.json<{ username: string }>().username;
}

test("a visitor gets the username suggested for a name", async () => {
  const { as } = await testApp();
  expect(await suggestionFor("Mia Stone", as)).toBe("mia.stone");
  expect(await suggestionFor("  Zoë Ångström ", as)).toBe("zoe.angstrom");
});

test("a taken name, or one that looks like it, gets a number", async () => {
  const { as, db } = await testApp();
  await buildUser(db, { username: "noorvale" });
  expect(await suggestionFor("noorvale", as)).toBe("noorvale2");
  expect(await suggestionFor("Noor Vale", as)).toBe("noor.vale2");
});

test("a reserved name is never suggested", async () => {
  const { as } = await testApp();
  expect(await suggestionFor("Admin", as)).not.toBe("admin");
});

test("a missing or too long name is rejected", async () => {
  const { as } = await testApp();
  expect((await as(null).get("/api/usernames")).statusCode).toBe(422);
  expect((await as(null).get(`/api/usernames?name=${"a".repeat(101)}`)).statusCode).toBe(422);
});
