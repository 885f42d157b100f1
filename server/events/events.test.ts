import { describe, expect, test } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { eventEndpoints } from "#contract/events.ts";
import { buildEvent, buildImage, buildUser } from "#server/testing/factories.ts";
import { lookAtEvent } from "#server/testing/look-at-event.ts";
import { testApp } from "#server/testing/test-app.ts";

const { as, db } = await testApp();
const inDays = (days: number) => new Date(Date.now() + days * dayMs);
const localIn = (days: number, time = "19:00") => `${inDays(days).toISOString().slice(0, 10)}T${time}`;
const form = (given: Record<string, unknown> = {}) => ({
  intent: "submit",
  title: "Denim repair night",
  description: "Bring your holes.",
  style: "Streetwear",
  location: "Halle 3, Rotterdam",
  address: "Maashaven 12",
  startsAt: localIn(10),
  endsAt: localIn(10, "22:30"),
  timeZone: "Europe/Amsterdam",
  capacity: 40,
  ...given,
});
type Member = { id: string };
const submit = async (by: Member, given: Record<string, unknown> = {}) => {
  const image = await buildImage(db, by.id);
  return as(by).post("/api/events", form({ imageId: image.id, ...given }));
};
const addresses = {
  publication: (id: string) => `/api/admin/events/${id}/publication`,
  "change-request": (id: string) => `/api/admin/events/${id}/change-request`,
  withdrawal: (id: string) => `/api/admin/events/${id}/withdrawal`,
};
const review = async (by: Member | null, id: string, what: keyof typeof addresses, note?: string) =>
  as(by).post(addresses[what](id), {
    ...(what === "withdrawal" ? {} : await lookAtEvent(db, id)),
    ...(note === undefined ? {} : { note }),
  });
const idsOf = (answer: { json(): { items: { id: string }[] } }) => answer.json().items.map(({ id }) => id);
/** A word that no other test uses: a search for it finds this test's events alone. */
const words = ["aardvark", "bobbinet", "calico", "dimity", "ermine", "fustian", "gingham", "houndstooth"];
const newWord = () => words.pop() ?? "";

describe("submitting", () => {
  test("a member's event awaits review; only they and admins see it", async () => {
    const [mia, leo, admin] = [await buildUser(db), await buildUser(db), await buildUser(db, { role: "admin" })];
    const answer = await submit(mia);
    expect(answer.statusCode).toBe(200);
    const event = eventEndpoints.get.schemas.reply.strict().parse(answer.json());
    expect(event).toMatchObject({ status: "submitted", isOpen: false, canEdit: true, startsLocal: localIn(10) });
    for (const other of [leo, null]) expect((await as(other).get(`/api/events/${event.id}`)).statusCode).toBe(404);
    expect((await as(admin).get(`/api/events/${event.id}`)).json().id).toBe(event.id);
    expect(idsOf(await as(null).get("/api/events?limit=50"))).not.toContain(event.id);
  });

  test.each(["business", "admin"] as const)("a %s member's event is published at once", async (role) => {
    const member = await buildUser(db, { role });
    const event = (await submit(member)).json();
    expect(event).toMatchObject({ status: "published", isOpen: true, goingCount: 0, attendance: null });
    expect((await as(null).get(`/api/events/${event.id}`)).json()).toMatchObject({ canEdit: false, reviewNote: null });
  });

  test("a draft needs a title alone, and is the organiser's own", async () => {
    const mia = await buildUser(db);
    const draft = (await as(mia).post("/api/events", { intent: "draft", title: "  Some day " })).json();
    expect(draft).toMatchObject({ title: "Some day", status: "draft", cover: null, startsAt: null, style: null });
    expect((await as(null).get(`/api/events/${draft.id}`)).json().code).toBe("event.not_found");
    expect(idsOf(await as(mia).get("/api/me/events?as=organiser"))).toEqual([draft.id]);
    expect((await as(null).get("/api/me/events?as=organiser")).json().code).toBe("auth.required");
    expect((await as(null).post("/api/events", { intent: "draft", title: "x" })).json().code).toBe("auth.required");
  });

  test.each([
    ["no title", { title: " " }, "title"],
    ["a long title", { title: "x".repeat(121) }, "title"],
    ["no style", { style: null }, "style"],
    ["a style that events do not have", { style: "Formal" }, "style"],
    ["no place", { location: "" }, "location"],
    ["no cover", { imageId: null }, "imageId"],
    ["no start", { startsAt: null }, "startsAt"],
    ["no end", { endsAt: null }, "endsAt"],
    ["no time zone", { timeZone: null }, "timeZone"],
    ["an end before its start", { endsAt: localIn(10, "18:00") }, "endsAt"],
    ["more than 14 days", { endsAt: localIn(25) }, "endsAt"],
    ["a start in the past", { startsAt: localIn(-2), endsAt: localIn(1) }, "startsAt"],
    ["a day that does not exist", { startsAt: "2031-02-30T10:00", endsAt: "2031-03-01T10:00" }, "startsAt"],
    ["an hour that the clocks skip", { startsAt: "2031-03-30T02:30", endsAt: "2031-03-30T09:00" }, "startsAt"],
    ["an unknown time zone", { timeZone: "Mars/Olympus" }, "timeZone"],
    ["no seat at all", { capacity: 0 }, "capacity"],
    ["half a seat", { capacity: 1.5 }, "capacity"],
    ["an unknown field", { goingCount: 9 }, "goingCount"],
    ["a time with seconds", { startsAt: "2031-03-30T10:00:00" }, "startsAt"],
  ])("%s is refused at its field", async (_what, given, path) => {
    const answer = await submit(await buildUser(db), given);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().issues.map((issue: { path: string }) => issue.path)).toContain(path);
  });

  test("an hour that occurs twice, when clocks go back, is the first of the two", async () => {
    const event = (
      await submit(await buildUser(db), { startsAt: "2031-10-26T02:30", endsAt: "2031-10-26T05:00" })
    ).json();
    expect(event).toMatchObject({ startsAt: "2031-10-26T00:30:00.000Z", endsAt: "2031-10-26T04:00:00.000Z" });
    expect(event).toMatchObject({ startsLocal: "2031-10-26T02:30", endsLocal: "2031-10-26T05:00" });
  });

  test("only an own, unused picture is a cover; the same submission twice is one event", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    const [hers, his] = [await buildImage(db, mia.id), await buildImage(db, leo.id)];
    expect((await submit(mia, { imageId: his.id })).json().code).toBe("image.not_yours");
    const first = await submit(mia, { imageId: hers.id });
    const again = await submit(mia, { imageId: hers.id });
    expect(again.json().id).toBe(first.json().id);
    expect((await submit(mia, { imageId: hers.id, title: "Another" })).json().code).toBe("image.not_yours");
  });
});

describe("reviewing", () => {
  test("a submission is sent back with a note, submitted again and published; its member is notified of both", async () => {
    const [mia, admin] = [await buildUser(db), await buildUser(db, { role: "admin" })];
    const { id } = (await submit(mia)).json();
    expect((await review(mia, id, "publication")).json().code).toBe("auth.forbidden");
    expect((await review(null, id, "publication")).json().code).toBe("auth.required");
    expect((await review(admin, id, "change-request", " ")).json().issues[0].path).toBe("note");
    const sentBack = (await review(admin, id, "change-request", "Which entrance?")).json();
    expect(sentBack).toMatchObject({ status: "changes_requested", reviewedBy: { id: admin.id } });
    expect((await as(mia).get(`/api/events/${id}`)).json().reviewNote).toBe("Which entrance?");
    expect((await review(admin, id, "change-request", "Again")).json().code).toBe("event.wrong_status");
    const kept = (await as(mia).put(`/api/events/${id}`, form({ intent: "draft", address: "Gate 2" }))).json();
    expect(kept).toMatchObject({ status: "changes_requested", address: "Gate 2" });
    expect((await as(mia).put(`/api/events/${id}`, form())).json().status).toBe("submitted");
    expect(idsOf(await as(admin).get("/api/admin/events?status=submitted"))).toContain(id);
    expect((await as(mia).get("/api/admin/events")).json().code).toBe("auth.forbidden");
    expect((await review(admin, id, "publication")).json()).toMatchObject({ status: "published", reviewNote: null });
    expect((await review(admin, id, "publication")).json().code).toBe("event.wrong_status");
    const { items } = (await as(mia).get("/api/notifications")).json();
    expect(items).toMatchObject([
      { type: "suggestion_accepted", path: `/events/${id}`, message: "Your event “Denim repair night” is published" },
      { type: "event_update", message: "Please change your event “Denim repair night”: Which entrance?" },
    ]);
    expect((await as(null).get(`/api/events/${id}`)).statusCode).toBe(200);
  });

  test("what admins do to others' events is in the audit log, with the fields that changed; organisers' changes are not [S-74]", async () => {
    const [mia, admin] = [await buildUser(db), await buildUser(db, { role: "admin" })];
    const { id } = (await submit(mia)).json();
    await review(admin, id, "change-request", "Which entrance?");
    await as(mia).put(`/api/events/${id}`, form());
    for (const _twice of [1, 2]) await review(admin, id, "publication");
    await as(admin).put(`/api/events/${id}`, form({ location: "Halle 4, Rotterdam" }));
    await as(mia).put(`/api/events/${id}`, form({ location: "Halle 5, Rotterdam" }));
    await as(admin).post(`/api/events/${id}/cancellation`, { reason: "Flood" });
    const other = (await submit(mia)).json();
    await as(admin).delete(`/api/events/${other.id}`);
    const logOf = async (eventId: string) =>
      (await as(admin).get(`/api/admin/audit?targetType=event&targetId=${eventId}`)).json().items;
    expect(await logOf(id)).toMatchObject([
      { action: "event.changed", before: { cancelReason: null }, after: { cancelReason: "Flood" } },
      {
        action: "event.changed",
        before: { location: "(text)" },
        after: { location: "(text)" },
        actor: { username: admin.username },
        member: { username: mia.username },
      },
      { action: "event.published", before: { status: "submitted" }, after: { status: "published" }, reason: null },
      { action: "event.changes_requested", reason: "Which entrance?" },
    ]);
    expect((await logOf(id)).length).toBe(4);
    const [, moved] = await logOf(id);
    expect([moved.before, moved.after]).toEqual([
      { location: "(text)", sequence: 0 },
      { location: "(text)", sequence: 1 },
    ]);
    expect(await logOf(other.id)).toMatchObject([{ action: "event.deleted", before: { status: "submitted" } }]);
    expect(JSON.stringify([await logOf(id), await logOf(other.id)])).not.toMatch(/Rotterdam|Denim/);
  });

  test("an organiser is told what an admin did to an event of theirs, and nothing of what they did themselves", async () => {
    const [mia, admin] = [await buildUser(db), await buildUser(db, { role: "admin" })];
    const event = await buildEvent(db, mia.id, { title: "Swap shop" });
    const url = `/api/events/${event.id}`;
    for (const by of [mia, admin]) await as(by).put(url, form({ title: "Swap shop", description: null }));
    await as(mia).put(url, form());
    await as(admin).post(`${url}/withdrawal`);
    await as(admin).post(`${url}/cancellation`, { reason: "Flood" });
    const submitted = (await submit(mia)).json();
    await as(admin).post(`/api/events/${submitted.id}/withdrawal`);
    await as(admin).delete(`/api/events/${submitted.id}`);
    const { items } = (await as(mia).get("/api/notifications")).json();
    expect(items.map(({ path, message }: { path: string; message: string }) => [path, message])).toEqual([
      ["/events", "Your event “Denim repair night” was deleted by an admin"],
      [`/events/${event.id}`, "Your event “Swap shop” was cancelled by an admin: Flood"],
      [`/events/${event.id}`, "Your changes to “Swap shop” were withdrawn by an admin"],
      [`/events/${event.id}`, "Your event “Swap shop” was changed by an admin"],
    ]);
  });

  test("an admin takes a published event off the site, with its replies", async () => {
    const [mia, admin] = [await buildUser(db), await buildUser(db, { role: "admin" })];
    const event = await buildEvent(db, mia.id);
    const answer = await review(admin, event.id, "withdrawal", "Not an event");
    expect(answer.json()).toMatchObject({ status: "withdrawn", isCancelled: true });
    expect((await as(null).get(`/api/events/${event.id}`)).statusCode).toBe(404);
    expect((await review(admin, event.id, "withdrawal", "Again")).json().code).toBe("event.wrong_status");
    expect((await review(admin, "01930000-0000-7000-8000-00000000dead", "withdrawal", "Gone")).json().code).toBe(
      "event.not_found",
    );
  });

  test("what its member withdrew is published only when they submit it again; what an admin withdrew, at once", async () => {
    const [mia, admin] = [await buildUser(db), await buildUser(db, { role: "admin" })];
    const { id } = (await submit(mia)).json();
    await review(admin, id, "change-request", "Which entrance?");
    await as(mia).post(`/api/events/${id}/withdrawal`);
    expect((await review(admin, id, "publication")).json().code).toBe("event.wrong_status");
    await as(mia).put(`/api/events/${id}`, form());
    await as(admin).post(`/api/events/${id}/withdrawal`);
    expect((await review(admin, id, "publication")).json().status).toBe("published");
    const own = await buildEvent(db, admin.id, { startsAt: new Date(Date.now() - 2 * 86_400_000) });
    await review(admin, own.id, "withdrawal", "Not now");
    expect((await review(admin, own.id, "publication")).json().status).toBe("published");
  });

  test("a member withdraws an own submission and may submit it again or delete it", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    const { id, canDelete } = (await submit(mia)).json();
    expect(canDelete).toBe(true);
    expect((await as(leo).post(`/api/events/${id}/withdrawal`)).json().code).toBe("event.not_found");
    expect((await as(mia).post(`/api/events/${id}/withdrawal`)).json().status).toBe("withdrawn");
    expect((await as(mia).post(`/api/events/${id}/withdrawal`)).json().code).toBe("event.wrong_status");
    expect((await as(mia).put(`/api/events/${id}`, form())).json().status).toBe("submitted");
    expect((await as(mia).delete(`/api/events/${id}`)).json()).toEqual({ ok: true });
    expect((await as(mia).get(`/api/events/${id}`)).statusCode).toBe(404);
    const published = await buildEvent(db, mia.id);
    expect((await as(mia).delete(`/api/events/${published.id}`)).json().code).toBe("event.wrong_status");
    expect((await as(leo).delete(`/api/events/${published.id}`)).json().code).toBe("event.not_owner");
  });
});

describe("changing", () => {
  test("is for the organiser and admins; times, texts and cover are replaced together", async () => {
    const mia = await buildUser(db, { role: "business" });
    const [leo, admin] = [await buildUser(db), await buildUser(db, { role: "admin" })];
    const event = await buildEvent(db, mia.id);
    const edit = (by: Member | null, given = {}) => as(by).put(`/api/events/${event.id}`, form(given));
    expect((await edit(leo)).json().code).toBe("event.not_owner");
    expect((await edit(null)).json().code).toBe("auth.required");
    const image = await buildImage(db, mia.id);
    const edited = (await edit(mia, { imageId: image.id, title: "New name", coverAlt: "A poster" })).json();
    expect(edited).toMatchObject({ title: "New name", status: "published", coverAlt: "A poster", capacity: 40 });
    expect(edited.cover.url).toContain(image.key);
    const rows = await db.selectFrom("images").select("id").where("id", "=", event.imageId).execute();
    expect(rows).toEqual([]);
    expect((await edit(admin, { title: "By an admin" })).json()).toMatchObject({ title: "By an admin" });
    expect((await edit(mia, { imageId: null })).json().issues[0].path).toBe("imageId");
  });

  test("a cover that an admin puts on an event belongs to its organiser, and stays when the admin's account goes", async () => {
    const mia = await buildUser(db);
    const admin = await buildUser(db, { role: "admin" });
    const event = await buildEvent(db, mia.id);
    const image = await buildImage(db, admin.id);
    expect((await as(admin).put(`/api/events/${event.id}`, form({ imageId: image.id }))).statusCode).toBe(200);
    await db.deleteFrom("auth.users").where("id", "=", admin.id).execute();
    expect((await as(mia).get(`/api/events/${event.id}`)).json().cover.url).toContain(image.key);
  });

  test("a started event keeps its start; a new start must be in the future", async () => {
    const mia = await buildUser(db, { role: "business" });
    const startsAt = new Date(Math.floor((Date.now() - 3_600_000) / 60_000) * 60_000);
    const event = await buildEvent(db, mia.id, { startsAt, hours: 4, timeZone: "UTC" });
    const times = { startsAt: startsAt.toISOString().slice(0, 16), timeZone: "UTC", endsAt: localIn(1) };
    expect((await as(mia).put(`/api/events/${event.id}`, form(times))).statusCode).toBe(200);
    const earlier = { ...times, startsAt: localIn(-3) };
    expect((await as(mia).put(`/api/events/${event.id}`, form(earlier))).json().issues[0].path).toBe("startsAt");
  });

  test("a cancelled event shows its reason, leaves the lists and cannot be changed", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    const event = await buildEvent(db, mia.id);
    const cancel = (by: Member) => as(by).post(`/api/events/${event.id}/cancellation`, { reason: "Flooded hall" });
    expect((await cancel(leo)).json().code).toBe("event.not_owner");
    expect((await cancel(mia)).json()).toMatchObject({
      isCancelled: true,
      cancelReason: "Flooded hall",
      isOpen: false,
    });
    expect((await cancel(mia)).json().code).toBe("event.wrong_status");
    expect((await as(null).get(`/api/events/${event.id}`)).json()).toMatchObject({ isCancelled: true });
    expect(idsOf(await as(null).get("/api/events?limit=50"))).not.toContain(event.id);
    expect((await as(mia).put(`/api/events/${event.id}`, form())).json().code).toBe("event.wrong_status");
    expect((await as(leo).put(`/api/events/${event.id}/attendance`)).json().code).toBe("event.not_open");
  });

  test("a copy is a draft with its texts, without its dates", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    const event = await buildEvent(db, mia.id, { capacity: 12, address: "Gate 2" });
    expect((await as(leo).post(`/api/events/${event.id}/copies`)).json().code).toBe("event.not_owner");
    const copy = (await as(mia).post(`/api/events/${event.id}/copies`)).json();
    expect(copy).toMatchObject({
      title: event.title,
      status: "draft",
      capacity: 12,
      address: "Gate 2",
      startsAt: null,
    });
    expect(copy.id).not.toBe(event.id);
  });
});

describe("the lists", () => {
  test("upcoming events are listed soonest first, past ones latest first, in pages without gaps", async () => {
    const word = newWord();
    const mia = await buildUser(db);
    const made: string[] = [];
    for (const days of [3, 1, 2, 2]) {
      made.push((await buildEvent(db, mia.id, { title: `${word} ${days}`, startsAt: inDays(days) })).id);
    }
    const past = await buildEvent(db, mia.id, { title: `${word} past`, startsAt: inDays(-5) });
    const running = await buildEvent(db, mia.id, { title: `${word} now`, startsAt: inDays(-1), hours: 48 });
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const url: string = `/api/events?search=${word}&limit=2${cursor && `&cursor=${cursor}`}`;
      const page: { items: { id: string; startsAt: string }[]; nextCursor: string | null } = (
        await as(null).get(url)
      ).json();
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen[0]).toBe(running.id);
    expect(new Set(seen)).toEqual(new Set([running.id, ...made]));
    expect(seen.length).toBe(5);
    expect(seen.at(-1)).toBe(made[0]);
    expect(idsOf(await as(null).get(`/api/events?search=${word}&when=past`))).toEqual([past.id]);
    expect((await as(null).get("/api/events?cursor=nonsense")).statusCode).toBe(422);
  });

  test("search covers title, location and address, corrects typing errors, and reports the correction", async () => {
    const word = newWord();
    const mia = await buildUser(db);
    const event = await buildEvent(db, mia.id, { title: `The ${word} fair`, location: "Nordhavn, Copenhagen" });
    const find = async (text: string) => {
      const { items, correction } = (await as(null).get(`/api/events?search=${encodeURIComponent(text)}`)).json();
      return { found: items.some((item: { id: string }) => item.id === event.id), correction };
    };
    expect(await find(word.toUpperCase())).toEqual({ found: true, correction: null });
    expect(await find(`${word} nordhavn`)).toEqual({ found: true, correction: null });
    const mistyped = `${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}`;
    expect(await find(mistyped)).toEqual({ found: true, correction: word });
    expect(await find("copenhagn")).toEqual({ found: true, correction: "copenhagen" });
    expect(await find("zzqqxxyy")).toEqual({ found: false, correction: null });
    for (const odd of ["%", "_", "' or 1=1 --"]) expect((await find(odd)).found).toBe(false);
  });

  test("style, place and days narrow each other", async () => {
    const word = newWord();
    const mia = await buildUser(db);
    const startsAt = new Date("2032-05-08T12:00:00Z");
    const retro = await buildEvent(db, mia.id, { title: word, style: "Retro", location: "Alfama, Lisbon", startsAt });
    await buildEvent(db, mia.id, { title: word, style: "Casual", location: "Canal, Ghent", startsAt });
    const list = async (query: string) => idsOf(await as(null).get(`/api/events?search=${word}&${query}`));
    expect(await list("style=Retro")).toEqual([retro.id]);
    expect(await list(`near=${encodeURIComponent("Lisbon, Portugal")}`)).toEqual([retro.id]);
    expect((await list("from=2032-05-08&to=2032-05-08")).length).toBe(2);
    expect(await list("from=2032-05-09&to=2032-05-15")).toEqual([]);
    expect(await list("near=Lisbon&style=Casual")).toEqual([]);
    // A profile's location is typed by hand.
    expect(await list(`near=${encodeURIComponent("Lisbonn, Portugal")}`)).toEqual([retro.id]);
    expect((await as(null).get("/api/events?style=Formal")).statusCode).toBe(422);
    expect((await as(null).get("/api/events?from=soon")).statusCode).toBe(422);
  });

  test("a month lists its days by each event's own clock, with the first few of each", async () => {
    const mia = await buildUser(db);
    // Already the first of June in Tokyo.
    const startsAt = new Date("2033-05-31T18:00:00Z");
    for (let count = 0; count < 4; count += 1) {
      await buildEvent(db, mia.id, { title: `Tokyo ${count}`, startsAt, timeZone: "Asia/Tokyo" });
    }
    await buildEvent(db, mia.id, { title: "Berlin", startsAt, timeZone: "Europe/Berlin" });
    const month = async (name: string) => (await as(null).get(`/api/events/months/${name}`)).json().days;
    expect(await month("2033-06")).toMatchObject([{ date: "2033-06-01", count: 4, events: { length: 3 } }]);
    expect(await month("2033-05")).toMatchObject([{ date: "2033-05-31", count: 1, events: [{ title: "Berlin" }] }]);
    const mistyped = (await as(null).get("/api/events/months/2033-06?search=tokoy")).json();
    expect(mistyped).toMatchObject({ correction: "tokyo", placeCorrection: null, days: [{ count: 4 }] });
    expect((await as(null).get("/api/events/months/2033-13")).statusCode).toBe(422);
    expect((await as(null).get("/api/events/months/2033-06?style=Retro")).json().days).toEqual([]);
  });

  test("events of banned or blocked members are hidden, those of muted members only from the lists", async () => {
    const word = newWord();
    const [mia, leo, ava] = [await buildUser(db), await buildUser(db), await buildUser(db)];
    const event = await buildEvent(db, mia.id, { title: word });
    const list = async (by: Member | null) => idsOf(await as(by).get(`/api/events?search=${word}`));
    await as(leo).put(`/api/blocks/${mia.id}`);
    await as(ava).put(`/api/mutes/${mia.id}`);
    expect([await list(null), await list(leo), await list(ava)]).toEqual([[event.id], [], []]);
    expect((await as(leo).get(`/api/events/${event.id}`)).statusCode).toBe(404);
    expect((await as(leo).put(`/api/events/${event.id}/attendance`)).json().code).toBe("event.not_found");
    expect((await as(ava).get(`/api/events/${event.id}`)).statusCode).toBe(200);
    await db.updateTable("auth.users").set({ banned_until: "2999-01-01" }).where("id", "=", mia.id).execute();
    expect(await list(null)).toEqual([]);
    expect((await as(null).get(`/api/events/${event.id}`)).statusCode).toBe(404);
  });
});

test("an event can be reported once, by members who can see it", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const event = await buildEvent(db, mia.id);
  const report = (by: Member, targetId: string) =>
    as(by).post("/api/reports", { targetType: "event", targetId, reason: "spam" });
  expect((await report(leo, event.id)).json()).toEqual({ ok: true });
  expect((await report(leo, event.id)).json()).toEqual({ ok: true });
  expect((await report(mia, event.id)).json().code).toBe("report.target_not_found");
  const rows = await db.selectFrom("reports").selectAll().where("target_id", "=", event.id).execute();
  expect(rows).toMatchObject([{ target_type: "event", member_id: mia.id }]);
});
