import { expect, test, vi } from "vitest";
import { sql } from "kysely";
import { transact } from "#server/db/db.ts";
import { buildUser } from "#server/testing/factories.ts";
import { screeningApp } from "#server/testing/screened-pictures.ts";
import { screenPictures } from "./screen-pictures.service.ts";

const { app, as, db, vision, admin, upload, openCase } = await screeningApp(1300);

test("what the screening finds while a moderator decides counts as found after the decision", async () => {
  const mia = await buildUser(db);
  const wear = async (kind: "avatar" | "banner", score: number) => {
    vision.score({ porn: score });
    await as(mia).patch("/api/me", { [`${kind}ImageId`]: await upload(mia, kind) });
  };
  const isAnyWaiting = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
    ).rows.length > 0;
  await wear("avatar", 0.75);
  await screenPictures(app);
  const { id } = await openCase(mia.id);
  await wear("banner", 0.8);
  const screening = await transact(db, async (tx) => {
    await tx.selectFrom("moderation_cases").select("id").where("id", "=", id).forUpdate().execute();
    const running = screenPictures(app);
    await vi.waitUntil(isAnyWaiting);
    const decision = { status: "dismissed", decided_by: admin.id, decided_at: app.clock.now() } as const;
    await tx.updateTable("moderation_cases").set(decision).where("id", "=", id).execute();
    return { running };
  });
  await screening.running;
  await wear("avatar", 0.85);
  await screenPictures(app);
  const { foundPictures } = (await as(admin).get(`/api/admin/cases/${(await openCase(mia.id)).id}`)).json();
  expect(foundPictures).toMatchObject([{ kind: "avatar" }, { kind: "banner" }]);
});
