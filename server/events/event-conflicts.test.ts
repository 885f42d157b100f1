import { describe, expect, test } from "vitest";
import { movableClock } from "#server/testing/clock.ts";
import { eventForm } from "#server/testing/event-form.ts";
import { buildEvent, buildImage, buildUser } from "#server/testing/factories.ts";
import { lookAtEvent } from "#server/testing/look-at-event.ts";
import { testApp } from "#server/testing/test-app.ts";

const clock = movableClock();
const { as, db } = await testApp({ app: { clock } });

type Member = { id: string };
type State = { updatedAt: string };
const sent = (given: Record<string, unknown> = {}) => ({ ...eventForm, intent: "submit", ...given });

async function build(status: "published" | "submitted" | "draft" = "published", role: "user" | "business" = "user") {
  const [mia, admin] = [await buildUser(db, { role }), await buildUser(db, { role: "admin" })];
  const { id } = await buildEvent(db, mia.id, { title: "Swap shop", status });
  const url = `/api/events/${id}`;
  /** An edit of the event as it was in that state. */
  const edit = (by: Member, { updatedAt }: State, given: Record<string, unknown> = {}) => {
    clock.advance(1);
    return as(by).put(url, sent(given), { "if-match": `"${updatedAt}"` });
  };
  const read = async (by: Member = mia) => (await as(by).get(url)).json();
  const newsOf = async () => (await as(mia).get("/api/notifications")).json().items;
  const decide = async (step: string, note?: string) => {
    const body = { ...(await lookAtEvent(db, id)), ...(note ? { note } : {}) };
    expect((await as(admin).post(`/api/admin/events/${id}/${step}`, body)).statusCode).toBe(200);
  };
  return { mia, admin, id, url, edit, read, newsOf, decide };
}

describe("an edit that names the state which it changes", () => {
  test("is refused after an edit by another, and changes and tells nothing", async () => {
    const { mia, admin, edit, read, newsOf } = await build("submitted");
    const opened = await read();
    const first = await edit(mia, opened, { title: "By its organiser" });
    expect(first.json().title).toBe("By its organiser");
    const refused = await edit(admin, opened, { title: "By an admin" });
    expect([refused.statusCode, refused.json().code]).toEqual([409, "event.conflict"]);
    expect(await read()).toEqual(first.json());
    expect(await newsOf()).toEqual([]);
    // Whoever has seen the newer one may replace it, and the other is refused then.
    expect((await edit(admin, first.json(), { title: "By an admin" })).json().title).toBe("By an admin");
    expect((await edit(mia, first.json(), { title: "Once more" })).json().code).toBe("event.conflict");
    expect(await newsOf()).toHaveLength(1);
  });

  test.each(["published", "submitted", "draft"] as const)("is one of two at once of a %s one", async (status) => {
    const { mia, edit, read } = await build(status, "business");
    const opened = await read();
    const answers = await Promise.all(["One", "Two", "Three"].map((title) => edit(mia, opened, { title })));
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await read()).title).toBe(answers.find(({ statusCode }) => statusCode === 200)?.json().title);
  });

  test.each(["change-request", "publication"])("is refused after a %s", async (step) => {
    const { mia, edit, read, decide } = await build("submitted");
    const opened = await read();
    clock.advance(1);
    await decide(step, step === "publication" ? undefined : "Which holes?");
    const { title, description } = opened;
    expect((await edit(mia, opened, { title, description, capacity: 9 })).json().code).toBe("event.conflict");
    expect((await read()).capacity).toBeNull();
  });

  test("is refused before its fields are, which the other's change may have made wrong", async () => {
    const { mia, admin, edit, read } = await build("submitted");
    const opened = await read();
    await edit(admin, opened, { title: "By an admin" });
    for (const wrong of [
      { startsAt: "2020-01-01T10:00", endsAt: "2020-01-01T12:00" },
      { startsAt: "2031-03-30T02:30", endsAt: "2031-03-30T05:00" },
      { timeZone: "Europe/Nowhere" },
      { endsAt: "2039-01-01T12:00" },
    ]) {
      expect((await edit(mia, opened, wrong)).json().code).toBe("event.conflict");
      expect((await edit(mia, await read(), wrong)).json().code).toBe("request.invalid");
    }
  });
});

describe("the same edit again, whose answer was lost", () => {
  test.each([
    ["draft", "submit"],
    ["draft", "draft"],
    ["submitted", "submit"],
    ["published", "submit"],
  ] as const)("of a %s one, sent to %s, is no conflict", async (status, intent) => {
    for (const role of ["user", "business"] as const) {
      const { mia, edit, read } = await build(status, role);
      const opened = await read();
      const image = await buildImage(db, mia.id);
      const given = { intent, title: "Once", imageId: image.id, coverAlt: "A poster" };
      const first = await edit(mia, opened, given);
      expect(first.statusCode).toBe(200);
      const again = await edit(mia, opened, given);
      expect(again.statusCode).toBe(200);
      expect(again.json()).toEqual(first.json());
      for (const other of [{ title: "Twice" }, { capacity: 9 }, { imageId: null, intent: "draft" }]) {
        expect((await edit(mia, opened, { ...given, ...other })).json().code).toBe("event.conflict");
      }
    }
  });

  test("by an admin tells the organiser once, and what is proposed stays", async () => {
    const { mia, admin, edit, read, newsOf } = await build();
    const proposed = (await edit(mia, await read(), { title: "Proposed" })).json();
    const answers = [];
    for (const _time of [1, 2]) answers.push(await edit(admin, proposed, { title: "By an admin" }));
    expect(answers.map((answer) => answer.json().title)).toEqual(["By an admin", "By an admin"]);
    expect(await newsOf()).toHaveLength(1);
    expect((await read()).proposal.title).toBe("Proposed");
  });

  test("is a conflict once its proposal was sent back or withdrawn", async () => {
    for (const end of ["change-request", "withdrawal"]) {
      const { mia, url, edit, read, decide } = await build();
      const opened = await read();
      const proposed = (await edit(mia, opened, { title: "Proposed" })).json();
      clock.advance(1);
      if (end === "withdrawal") await as(mia).post(`${url}/withdrawal`);
      else await decide(end, "Which holes?");
      for (const state of [opened, proposed]) {
        expect((await edit(mia, state, { title: "Proposed" })).json().code).toBe("event.conflict");
      }
    }
  });
});

describe("an edit that names no state", () => {
  test("replaces what is there, as pages of the release before expect", async () => {
    const { mia, admin, url, edit, read } = await build("submitted");
    await edit(admin, await read(), { title: "By an admin" });
    expect((await as(mia).put(url, sent({ title: "The last" }))).json().title).toBe("The last");
  });

  test("is none with a header that is no state", async () => {
    const { mia, url } = await build();
    const answer = await as(mia).put(url, sent(), { "if-match": "yesterday" });
    expect([answer.statusCode, answer.json().issues[0].path]).toEqual([422, "if-match"]);
  });
});
