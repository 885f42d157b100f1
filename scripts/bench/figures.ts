import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism, cpus } from "node:os";

const file = new URL("../../docs/benchmarks.md", import.meta.url);

/** The date and the machine, as the figures' caption. */
export function describeRun(date = new Date()): string {
  const day = date.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  const model = cpus()[0]?.model.trim() ?? "unknown processor";
  return `${day}, ${availableParallelism()} cores of ${model}, Node ${process.versions.node}`;
}

/**
 * Replaces the table of a part in docs/benchmarks.md.
 *
 * @throws If the document has no place for this part.
 */
export async function writeFigures(part: string, table: string): Promise<void> {
  await writeFile(file, replaceFigures(await readFile(file, "utf8"), part, `${describeRun()}:\n\n${table}`));
}

/** The document with other text between `<!-- figures: part -->` and `<!-- end -->`; columns are not padded, so that diffs are short. */
export function replaceFigures(document: string, part: string, text: string): string {
  const begin = `<!-- figures: ${part} -->`;
  const from = document.indexOf(begin);
  const to = document.indexOf("<!-- end -->", from);
  if (from < 0 || to < 0) throw new Error(`docs/benchmarks.md has no figures of ${part}`);
  const compact = text.replaceAll(/ {2,}\|/g, " |").replaceAll(/-{4,}/g, "---");
  return `${document.slice(0, from)}${begin}\n\n${compact}\n\n${document.slice(to)}`;
}
