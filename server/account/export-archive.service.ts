import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addAbortSignal, finished, type PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { z } from "zod";
import { limits } from "#contract/limits.ts";
import { transact } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import { findImageKey } from "#server/media/media.service.ts";
import type { StoredObject } from "#server/outside/storage.ts";
import { queueProductMail } from "#server/product-mails/product-mails.service.ts";
import { getCachedSettings } from "#server/settings/settings.service.ts";
import { exportPath } from "./account.service.ts";
import {
  deleteEarlierExports,
  type ExportRow,
  failExports,
  findExport,
  insertRemovedFile,
  updateWaitingExport,
} from "./account.store.ts";
import {
  type ExportedPicture,
  type ExportedTable,
  exportedTables,
  type ExportReader,
  openExportReader,
} from "./export-data.store.ts";
import { fileName, pageEnd, pageStart, pageTables, sectionEnd, sectionRow, sectionStart } from "./export-page.ts";

const Payload = z.object({ exportId: z.uuid() });
const contentType = "application/zip";

/**
 * Builds an export, a job: JSON, a readable page and all pictures at full size, written piece by piece to a temporary
 * file and then to the store, so that memory does not grow with the account. Tells the member by mail. Writes
 * `data_exports`, and `removed_files` where nobody waits for it any more.
 *
 * @throws what it fails with, so that it is tried again; on the last try the export has failed
 */
export async function buildDataExport(app: AppContext, payload: unknown, { isLastTry = false } = {}): Promise<void> {
  const { exportId } = Payload.parse(payload);
  const row = await findExport(app.db, exportId);
  if (row?.status !== "waiting") return;
  try {
    await build(app, row);
  } catch (error) {
    // Otherwise its member waits on for hours, and nobody works on it.
    if (isLastTry) await failExports(app.db, { id: exportId });
    throw error;
  }
}

async function build(app: AppContext, row: ExportRow): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "fash-export-"));
  const key = `${row.user_id}/export-${row.created_at.getTime()}.zip`;
  try {
    const file = join(folder, "data.zip");
    await writeArchive(app, row.user_id, file);
    const { size } = await stat(file);
    // Named before it exists, so that whatever deletes the row also deletes the file.
    if (!(await updateWaitingExport(app.db, row.id, { key }))) return;
    await store(app, key, { file, sizeBytes: size });
    await finish(app, { exportId: row.id, userId: row.user_id, key, bytes: size });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function store(
  app: Pick<AppContext, "storage">,
  key: string,
  { file, sizeBytes }: { file: string; sizeBytes: number },
): Promise<void> {
  const bytes = createReadStream(file);
  try {
    await app.storage.putStream(key, { bytes, sizeBytes, contentType });
  } finally {
    // Otherwise the file would stay open where the store does not read it to its end.
    bytes.destroy();
  }
}

async function finish(
  app: AppContext,
  done: { exportId: string; userId: string; key: string; bytes: number },
): Promise<void> {
  const endsAt = new Date(app.clock.now().getTime() + limits.exportLinkHours * 3_600_000);
  await transact(app.db, async (tx) => {
    const isWanted = await updateWaitingExport(tx, done.exportId, {
      status: "ready",
      bytes: done.bytes,
      ends_at: endsAt,
    });
    // The account was erased, or the export given up, while the file was stored, maybe after the file's removal.
    if (!isWanted) return insertRemovedFile(tx, done.key);
    await deleteEarlierExports(tx, done.userId, done.exportId);
    const path = exportPath(app, done.exportId, endsAt);
    await queueProductMail(tx, { kind: "export_ready", userId: done.userId, path });
  });
}

async function writeArchive(app: AppContext, userId: string, file: string): Promise<void> {
  const reader = await openExportReader(app.pool);
  try {
    const pictures: ExportedPicture[] = [];
    for await (const picture of reader.pictures(userId)) pictures.push(picture);
    const archive = openArchive(file);
    for (const table of Object.keys(exportedTables) as ExportedTable[]) {
      archive.addText(`json/${table}.json`, toJson(reader.rows(table, userId)));
    }
    archive.addText("index.html", toPage(app, reader, userId));
    for (const picture of pictures) {
      archive.addPicture(`images/${fileName(picture.key)}`, () => readPicture(app, picture));
    }
    await archive.finish();
  } finally {
    reader.close();
  }
}

/** The file of a picture; since the snapshot it may have got another key. Null if the picture is deleted. */
async function readPicture(
  app: Pick<AppContext, "db" | "storage">,
  { id, key }: ExportedPicture,
): Promise<StoredObject | null> {
  const found = await app.storage.read(key);
  if (found) return found;
  const newKey = await findImageKey(app.db, id);
  return newKey === undefined || newKey === key ? null : readPicture(app, { id, key: newKey });
}

/** A zip file that is written entry by entry, one after the other. An entry that fails to be read fails `finish`. */
function openArchive(file: string) {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  const failure = new AbortController();
  const fail = (error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error("An entry cannot be read", { cause: error }));
    failure.abort();
  };
  zip.on("error", fail);
  const written = pipeline(output, createWriteStream(file));
  // Closes the source of the entry that was being read when the disk failed; `finish` throws the error itself.
  written.catch(() => failure.abort());
  const add = (name: string, options: { compress: boolean }, open: () => Promise<Readable>) =>
    zip.addReadStreamLazy(name, options, (done) => {
      if (failure.signal.aborted) return;
      open()
        .then((bytes) => {
          // The library only pipes the stream; without a listener its error would end the process.
          finished(bytes, (error) => error && fail(error));
          done(null, addAbortSignal(failure.signal, bytes));
        })
        .catch(fail);
    });
  return {
    addText: (name: string, pieces: AsyncGenerator<string>) =>
      add(name, { compress: true }, async () => Readable.from(pieces)),
    /** Pictures are compressed already. One whose file is missing leaves an empty entry instead of failing the whole. */
    addPicture: (name: string, read: () => Promise<StoredObject | null>) =>
      add(name, { compress: false }, async () => (await read())?.bytes ?? Readable.from([])),
    async finish(): Promise<void> {
      zip.end();
      await written;
    },
  };
}

async function* toJson(rows: AsyncGenerator<Record<string, unknown>>): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const row of rows) {
    yield `${separator}${JSON.stringify(row)}`;
    separator = ",\n";
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}

async function* toPage(app: AppContext, reader: ExportReader, userId: string): AsyncGenerator<string> {
  const { siteName } = await getCachedSettings(app);
  let username = "";
  for await (const row of reader.rows("account", userId)) username = String(row["username"]);
  yield pageStart({ siteName, username, madeAt: app.clock.now() });
  for (const table of pageTables as ExportedTable[]) {
    yield sectionStart(table);
    for await (const row of reader.rows(table, userId)) yield sectionRow(row);
    yield sectionEnd;
  }
  yield pageEnd;
}
