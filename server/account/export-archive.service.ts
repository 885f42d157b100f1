import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { z } from "zod";
import { limits } from "#contract/limits.ts";
import { transact } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import { queueProductMail } from "#server/product-mails/product-mails.service.ts";
import { exportPath } from "./account.service.ts";
import { deleteEarlierExports, findExport, updateExport } from "./account.store.ts";
import { type ExportedTable, exportedTables, type ExportReader, openExportReader } from "./export-data.store.ts";
import { fileName, pageEnd, pageStart, pageTables, sectionEnd, sectionRow, sectionStart } from "./export-page.ts";

const Payload = z.object({ exportId: z.uuid() });
const contentType = "application/zip";

/**
 * Builds an export, a job: JSON, a readable page and all pictures at full size, written piece by piece to a temporary
 * file and then to the store, so that memory does not grow with the account. Tells the member by mail.
 */
export async function buildDataExport(app: AppContext, payload: unknown): Promise<void> {
  const { exportId } = Payload.parse(payload);
  const row = await findExport(app.db, exportId);
  if (row?.status !== "waiting") return;
  const folder = await mkdtemp(join(tmpdir(), "fash-export-"));
  const key = `${row.user_id}/export-${row.created_at.getTime()}.zip`;
  try {
    const file = join(folder, "data.zip");
    await writeArchive(app, row.user_id, file);
    const { size } = await stat(file);
    await app.storage.putStream(key, { bytes: createReadStream(file), sizeBytes: size, contentType });
    await finish(app, { exportId, userId: row.user_id, key, bytes: size });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function finish(
  app: AppContext,
  done: { exportId: string; userId: string; key: string; bytes: number },
): Promise<void> {
  const endsAt = new Date(app.clock.now().getTime() + limits.exportLinkHours * 3_600_000);
  await transact(app.db, async (tx) => {
    await updateExport(tx, done.exportId, { status: "ready", key: done.key, bytes: done.bytes, ends_at: endsAt });
    await deleteEarlierExports(tx, done.userId, done.exportId);
    const path = exportPath(app, done.exportId, endsAt);
    await queueProductMail(tx, { kind: "export_ready", userId: done.userId, path });
  });
}

async function writeArchive(app: AppContext, userId: string, file: string): Promise<void> {
  const reader = await openExportReader(app.pool);
  try {
    const zip = new ZipFile();
    const written = pipeline(zip.outputStream, createWriteStream(file));
    for (const table of Object.keys(exportedTables) as ExportedTable[]) {
      addText(zip, `json/${table}.json`, toJson(reader.rows(table, userId)));
    }
    addText(zip, "index.html", toPage(reader, userId, app.clock.now()));
    const keys: string[] = [];
    for await (const key of reader.imageKeys(userId)) keys.push(key);
    for (const key of keys) addPicture(app, zip, key);
    zip.end();
    await written;
  } finally {
    await reader.close();
  }
}

/** Adds a text that is generated while the archive is written, one entry after the other. */
function addText(zip: ZipFile, name: string, pieces: AsyncGenerator<string>): void {
  zip.addReadStreamLazy(name, (done) => done(null, Readable.from(pieces)));
}

/** Pictures are compressed already. One whose file is missing leaves an empty entry instead of failing the whole. */
function addPicture(app: AppContext, zip: ZipFile, key: string): void {
  zip.addReadStreamLazy(`images/${fileName(key)}`, { compress: false }, (done) => {
    app.storage.read(key).then(
      (found) => done(null, found?.bytes ?? Readable.from([])),
      (error: unknown) => done(error, Readable.from([])),
    );
  });
}

async function* toJson(rows: AsyncGenerator<Record<string, unknown>>): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const row of rows) {
    yield `${separator}${JSON.stringify(row)}`;
    separator = ",\n";
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}

async function* toPage(reader: ExportReader, userId: string, now: Date): AsyncGenerator<string> {
  let username = "";
  for await (const row of reader.rows("account", userId)) username = String(row["username"]);
  yield pageStart(username, now);
  for (const table of pageTables as ExportedTable[]) {
    yield sectionStart(table);
    for await (const row of reader.rows(table, userId)) yield sectionRow(row);
    yield sectionEnd;
  }
  yield pageEnd;
}
