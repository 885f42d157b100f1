import { describe, expect, test } from "vitest";
import { eventForm } from "#server/testing/event-form.ts";
import { buildEvent, buildImage, buildUser } from "#server/testing/factories.ts";
import { lookAtEvent } from "#server/testing/look-at-event.ts";
import { testApp } from "#server/testing/test-app.ts";

const { as, db } = await testApp();
const form = (given: Record<string, unknown> = {}) => ({
  ...eventForm,
  intent: "submit",
  title: "Denim repair night",
  description: "Bring your holes.",
  location: "Halle 3, Rotterdam",
  ...given,
});

async function build() {
  const [mia, admin] = [await buildUser(db), await buildUser(db, { role: "admin" })];
  const event = await buildEvent(db, mia.id, { title: "Swap shop" });
  const url = `/api/events/${event.id}`;
  const edit = async (given: Record<string, unknown> = {}, by: { id: string } = mia) => {
    const answer = await as(by).put(url, form(given));
    expect(answer.statusCode).toBe(200);
    return answer.json();
  };
  const seen = async () => (await as(null).get(url)).json();
  const review = async (what: string, note?: string) =>
    as(admin).post(`/api/admin/events/${event.id}/${what}`, {
      ...(what === "withdrawal" ? {} : await lookAtEvent(db, event.id)),
      ...(note === undefined ? {} : { note }),
    });
  const isQueued = async (status = "submitted") =>
    (await as(admin).get(`/api/admin/events?status=${status}&limit=50`)).body.includes(event.id);
  return { mia, admin, event, url, edit, seen, review, isQueued };
}
const isStored = async (imageId: string) =>
  (await db.selectFrom("images").select("id").where("id", "=", imageId).execute()).length === 1;

describe("new words and a new cover of a member's published event", () => {
  test("wait for an admin while readers keep the former ones; time, place and seats change at once", async () => {
    const { mia, event, url, edit, seen, review, isQueued } = await build();
    const before = await seen();
    const image = await buildImage(db, mia.id);
    const edited = await edit({ imageId: image.id, coverAlt: "A poster", capacity: 40 });
    const proposal = { title: "Denim repair night", description: "Bring your holes.", writtenCoverAlt: "A poster" };
    expect(edited).toMatchObject({
      title: "Swap shop",
      status: "published",
      proposal: { ...proposal, isWaiting: true },
    });
    expect(edited.proposal.cover.url).toContain(image.key);
    const { title, description, cover, coverAlt } = before;
    expect(await seen()).toMatchObject({ title, description, cover, coverAlt, proposal: null });
    expect(await seen()).toMatchObject({ location: "Halle 3, Rotterdam", capacity: 40 });
    expect((await as(null).get("/api/events?search=denim")).body).not.toContain(event.id);
    expect(await isQueued()).toBe(true);

    expect((await review("publication")).json()).toMatchObject({ title: "Denim repair night", proposal: null });
    expect(await seen()).toMatchObject({ title: "Denim repair night", coverAlt: "A poster" });
    expect((await seen()).cover.url).toContain(image.key);
    expect((await as(null).get("/api/events?search=denim")).body).toContain(event.id);
    expect(await isStored(event.imageId)).toBe(false);
    expect(await isQueued()).toBe(false);
    expect((await review("publication")).json().code).toBe("event.wrong_status");
    expect((await as(mia).get(url)).json().proposal).toBeNull();
    const { items } = (await as(mia).get("/api/notifications")).json();
    expect(items).toMatchObject([{ type: "suggestion_accepted", message: expect.stringContaining("are published") }]);
  });

  test("are sent back with a note, proposed again, and taken back, by hand or by the former words", async () => {
    const { mia, event, url, edit, seen, review, isQueued } = await build();
    const [first, second] = [await buildImage(db, mia.id), await buildImage(db, mia.id)];
    await edit({ imageId: first.id });
    const returned = await review("change-request", "Which holes?");
    expect(returned.json()).toMatchObject({ status: "published", proposal: { isWaiting: false } });
    expect((await review("change-request", "Again")).json().code).toBe("event.wrong_status");
    expect([await isQueued(), await isQueued("changes_requested")]).toEqual([false, true]);
    expect((await as(mia).get(url)).json().reviewNote).toBe("Which holes?");
    // Left out, the proposed cover stays.
    expect((await edit({ title: "Second" })).proposal).toMatchObject({ title: "Second", isWaiting: true });
    expect((await edit({ title: "Third" })).proposal.cover.url).toContain(first.key);
    expect((await edit({ imageId: second.id })).proposal.cover.url).toContain(second.key);
    expect(await isStored(first.id)).toBe(false);
    expect(await isQueued()).toBe(true);
    expect((await as(mia).post(`${url}/withdrawal`)).json()).toMatchObject({ status: "published", proposal: null });
    expect([await isStored(second.id), await isStored(event.imageId), await isQueued()]).toEqual([false, true, false]);
    expect((await as(mia).post(`${url}/withdrawal`)).json().code).toBe("event.wrong_status");

    const { title, description } = await seen();
    expect((await edit({ title: "Fourth", description })).proposal).toMatchObject({ title: "Fourth" });
    expect((await edit({ title, description })).proposal).toBeNull();
  });

  test("end with the event, and with a change by an organiser who publishes at once", async () => {
    for (const end of ["cancellation", "withdrawal", "role"]) {
      const { mia, url, edit, review } = await build();
      const image = await buildImage(db, mia.id);
      await edit({ imageId: image.id });
      if (end === "cancellation") await as(mia).post(`${url}/cancellation`, { reason: null });
      if (end === "withdrawal") await review("withdrawal", "Spam");
      if (end === "role") {
        await db.updateTable("user_roles").set({ role: "business" }).where("user_id", "=", mia.id).execute();
        const other = await buildImage(db, mia.id);
        expect(await edit({ title: "At once", imageId: other.id })).toMatchObject({ title: "At once" });
      }
      expect((await as(mia).get(url)).json().proposal).toBeNull();
      expect(await isStored(image.id)).toBe(false);
    }
  });

  test("are published with the proposed cover where the organiser has come to publish at once", async () => {
    const { mia, event, edit, seen } = await build();
    const image = await buildImage(db, mia.id);
    await edit({ imageId: image.id });
    await db.updateTable("user_roles").set({ role: "business" }).where("user_id", "=", mia.id).execute();
    expect(await edit({ title: "At once" })).toMatchObject({ title: "At once", proposal: null });
    expect((await seen()).cover.url).toContain(image.key);
    expect([await isStored(image.id), await isStored(event.imageId)]).toEqual([true, false]);
  });

  test("count as waiting on the dashboard until they are decided", async () => {
    const { admin, edit, review } = await build();
    const waiting = async () => (await as(admin).get("/api/admin/dashboard")).json().pending.events as number;
    const before = await waiting();
    await edit();
    expect(await waiting()).toBe(before + 1);
    await review("change-request", "Which holes?");
    expect(await waiting()).toBe(before);
  });

  test("are published and sent back only as the admin looked at them", async () => {
    const { admin, event, edit, seen } = await build();
    await edit({ title: "Harmless" });
    const looked = await lookAtEvent(db, event.id);
    await edit({ title: "Something else" });
    const steps = { publication: looked, "change-request": { ...looked, note: "Which holes?" } };
    for (const [step, body] of Object.entries(steps)) {
      const answer = await as(admin).post(`/api/admin/events/${event.id}/${step}`, body);
      expect(answer.json().code).toBe("event.conflict");
    }
    expect((await seen()).title).toBe("Swap shop");
    expect((await as(admin).post(`/api/admin/events/${event.id}/publication`, {})).json().issues[0].path).toBe(
      "updatedAt",
    );
  });

  test("stay while an admin changes the event", async () => {
    const { mia, admin, url, edit } = await build();
    await edit({ title: "Proposed" });
    expect(await edit({ title: "By an admin" }, admin)).toMatchObject({ title: "By an admin" });
    expect((await as(mia).get(url)).json().proposal).toMatchObject({ title: "Proposed" });
  });
});
