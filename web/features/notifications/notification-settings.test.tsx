import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { deferred } from "#web/testing/deferred.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderPiece } from "#web/testing/render-app.tsx";
import { aMe } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";
import { NotificationSettings } from "./notification-settings.tsx";

test("a choice that could not be saved is taken back, and the one after it stays", async () => {
  signIn();
  mockApi.on("GET /api/me", aMe());
  const ways = { inApp: true, byMail: false, byPush: false };
  const saved = { like: ways, comment: ways };
  mockApi.on("GET /api/me/notifications", () => ({
    types: [
      { type: "like", ...saved.like },
      { type: "comment", ...saved.comment },
    ],
    pushKey: "B",
    isPushSubscribed: false,
  }));
  const answer = deferred<ReturnType<typeof fails>>();
  mockApi.on("PUT /api/me/notifications/:type", ({ params, body }) => {
    if (params["type"] === "like") return answer.promise;
    saved.comment = body as typeof ways;
    return { type: "comment", ...saved.comment };
  });
  const { user } = renderPiece(<NotificationSettings />);
  const tick = (name: string) => screen.findByRole<HTMLInputElement>("checkbox", { name });
  await user.click(await tick("Likes: Email"));
  await user.click(await tick("Comments: Email"));
  expect([(await tick("Likes: Email")).checked, (await tick("Comments: Email")).checked]).toEqual([true, true]);
  answer.resolve(fails("internal"));
  await waitFor(async () => expect((await tick("Likes: Email")).checked).toBe(false));
  expect((await tick("Comments: Email")).checked).toBe(true);
  expect(saved.comment.byMail).toBe(true);
});
