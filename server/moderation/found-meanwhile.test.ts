import { expect, test, vi } from "vitest";
import { sql } from "kysely";
import { transact, type Tx } from "#server/db/db.ts";
import { buildUser } from "#server/testing/factories.ts";
import { screeningApp } from "#server/testing/screened-pictures.ts";
import { screenPictures } from "./screen-pictures.service.ts";

const { app, as, db, vision, admin, upload, openCase } = await screeningApp(1300);

async function wear(member: { id: string }, kind: "avatar" | "banner", score: number): Promise<void> {
  vision.score({ porn: score });
  await as(member).patch("/api/me", { [`${kind}ImageId`]: await upload(member, kind) });
}

/** Holds a case while `start` begins what waits for it, then does `first` before that goes on. */
async function holdCase<Waiting>(
  caseId: string,
  start: () => Promise<Waiting>,
  first: (tx: Tx) => Promise<unknown>,
): Promise<Waiting> {
  const isAnyWaiting = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
    ).rows.length > 0;
  const { waiting } = await transact(db, async (tx) => {
    await tx.selectFrom("moderation_cases").select("id").where("id", "=", caseId).forUpdate().execute();
    const begun = { waiting: start() };
    await vi.waitUntil(isAnyWaiting);
    await first(tx);
    return begun;
  });
  return waiting;
}

test("what the screening finds while a moderator decides counts as found after the decision", async () => {
  const mia = await buildUser(db);
  await wear(mia, "avatar", 0.75);
  await screenPictures(app);
  const { id } = await openCase(mia.id);
  await wear(mia, "banner", 0.8);
  const decision = { status: "dismissed", decided_by: admin.id } as const;
  await holdCase(
    id,
    () => screenPictures(app),
    (tx) =>
      tx
        .updateTable("moderation_cases")
        .set({ ...decision, decided_at: app.clock.now() })
        .where("id", "=", id)
        .execute(),
  );
  await wear(mia, "avatar", 0.85);
  await screenPictures(app);
  const { foundPictures } = (await as(admin).get(`/api/admin/cases/${(await openCase(mia.id)).id}`)).json();
  expect(foundPictures).toMatchObject([{ kind: "avatar" }, { kind: "banner" }]);
});

test("a decision that waits for its case counts for what was found until then", async () => {
  const mia = await buildUser(db);
  await wear(mia, "avatar", 0.75);
  await screenPictures(app);
  const { id } = await openCase(mia.id);
  const decided = await holdCase(
    id,
    () => as(admin).put(`/api/admin/cases/${id}/decision`, { message: "Fine", outcome: "dismissed" }),
    (tx) => tx.updateTable("image_screenings").set({ raised_at: app.clock.now() }).where("percent", "=", 75).execute(),
  );
  expect(decided.statusCode).toBe(200);
  await wear(mia, "banner", 0.8);
  await screenPictures(app);
  const { foundPictures } = (await as(admin).get(`/api/admin/cases/${(await openCase(mia.id)).id}`)).json();
  expect(foundPictures).toMatchObject([{ kind: "banner" }]);
});
