import { Readable } from "node:stream";
import { setInterval } from "node:timers/promises";
import { expect, test } from "vitest";
import { runSql } from "#server/db/db.ts";
import { newId } from "#server/lib/ids.ts";
import type { Storage } from "#server/outside/storage.ts";
import { buildUser } from "#server/testing/factories.ts";
import { createMemoryStorage } from "#server/testing/memory-storage.ts";
import { testApp } from "#server/testing/test-app.ts";
import { buildDataExport } from "./export-archive.service.ts";

const picturesCount = 2_000;
const pictureBytes = 200_000;
const pieceBytes = 50_000;
const megabyte = 1024 ** 2;

/** Pictures that exist only while they are read, and an archive that is only counted. */
function countingStorage() {
  const piece = Buffer.alloc(pieceBytes, 7);
  const seen = { open: 0, openMax: 0, read: 0, archiveBytes: 0 };
  const storage: Storage = {
    ...createMemoryStorage(),
    read: async () => {
      async function* pieces() {
        seen.open += 1;
        seen.openMax = Math.max(seen.openMax, seen.open);
        for (let sent = 0; sent < pictureBytes; sent += pieceBytes) yield piece;
        seen.open -= 1;
        seen.read += 1;
      }
      return { bytes: Readable.from(pieces()), sizeBytes: pictureBytes, contentType: "image/webp" };
    },
    putStream: async (_key, file) => {
      for await (const chunk of file.bytes) seen.archiveBytes += (chunk as Buffer).length;
    },
  };
  return { seen, storage };
}

test("the export of a member with 2,000 images takes a constant amount of memory, one image after the other", async () => {
  const { seen, storage } = countingStorage();
  const { app, db } = await testApp({ app: { storage } });
  const mia = await buildUser(db);
  await runSql(
    db,
    `insert into images (id, user_id, kind, key, width, height, widths, thumbhash, bytes, attached_at)
     select gen_random_uuid(), $1::uuid, 'outfit', $1::text || '/' || n || '.webp', 1080, 1440, '{320}', 'x', $2, now()
     from generate_series(1, $3::integer) n`,
    [mia.id, pictureBytes, picturesCount],
  );
  const exportId = newId();
  await db.insertInto("data_exports").values({ id: exportId, user_id: mia.id, key: null, bytes: null }).execute();
  const before = process.memoryUsage.rss();
  const measuring = new AbortController();
  const samples: number[] = [];
  const measured = (async () => {
    for await (const _ of setInterval(50, undefined, { signal: measuring.signal }))
      samples.push(process.memoryUsage.rss());
  })().catch(() => undefined);
  await buildDataExport(app, { exportId });
  measuring.abort();
  await measured;
  const half = Math.floor(samples.length / 2);
  const growth = (Math.max(...samples.slice(half)) - before) / megabyte;
  expect([seen.read, seen.openMax]).toEqual([picturesCount, 1]);
  expect(seen.archiveBytes).toBeGreaterThan(picturesCount * pictureBytes);
  // The pictures are 381 MB.
  expect(growth).toBeLessThan(120);
}, 60_000);
