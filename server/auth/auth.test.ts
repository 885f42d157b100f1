import { expect, test } from "vitest";
import { testApp } from "#server/testing/test-app.ts";

const { fastify, db } = await testApp();
const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
  fastify.inject({ method: "POST", url: `/auth/v1${path}`, payload, headers });

test("signing up gives a session, a user and a profile named after the name", async () => {
  const answer = await post("/signup", {
    email: " Mia.Torres@Example.com ",
    password: "a long enough one",
    data: { username: "Mia Torres", bio: "linen all year" },
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["cache-control"]).toBe("no-store");
  const session = answer.json();
  expect(session).toMatchObject({
    token_type: "bearer",
    expires_in: 3600,
    user: { email: "mia.torres@example.com", phone: "" },
  });
  const profile = await db
    .selectFrom("profiles")
    .selectAll()
    .where("id", "=", session.user.id)
    .executeTakeFirstOrThrow();
  expect(profile).toMatchObject({ username: "mia.torres", bio: "linen all year" });
  const user = await fastify.inject({
    url: "/auth/v1/user",
    headers: { authorization: `Bearer ${session.access_token}` },
  });
  expect(user.json()).toMatchObject({ id: session.user.id, user_metadata: { username: "Mia Torres" } });
});
