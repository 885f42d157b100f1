// Checks that references in documents and comments exist: files, headings, decisions, guarantees.
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** The text of every file that may hold a reference, and which paths exist; both by path from the root. */
export interface Repository {
  files: Map<string, string>;
  exists: (file: string) => boolean;
}

/** One reference: where it is, and why its target is missing, if it is. */
type Finding = { index: number; problem: string | undefined };

const folders = ["contract", "server", "web", "e2e", "scripts", "docs", ".github"];
const referring = /\.(?:tsx?|mjs|js|css|sql|md|yml|yaml)$|(?:^|\/)(?:\.env\.example|Dockerfile)$/;
const guarantees = "docs/security.md";

/**
 * Every reference without a target, as `path:line: what`, in the order of the files.
 *
 * Checked are Markdown links with their headings, `@see`, names of documents, paths of sources, numbers of decisions, the
 * ids of guarantees in the names of tests, the list of modules and the heads of decision records. Addresses of other sites
 * are not visited.
 */
export function findBrokenReferences(repository: Repository): string[] {
  const broken = [...repository.files].flatMap(([file, text]) =>
    [
      ...(file.endsWith(".md") ? findMarkdownLinks(repository, file, text) : []),
      ...findSeeTags(text),
      ...findDocumentNames(repository, file, text),
      ...findSourcePaths(repository, file, text),
      ...findDecisionNumbers(repository, text),
      ...findSectionSigns(text),
      ...findGuaranteeTags(repository, file, text),
    ]
      .filter(({ problem }) => problem !== undefined)
      .toSorted((a, b) => a.index - b.index)
      .map(({ index, problem }) => `${file}:${lineOf(text, index)}: ${problem}`),
  );
  return [
    ...broken,
    ...findUnprovenGuarantees(repository),
    ...findUnlistedModules(repository),
    ...findUnclearDecisions(repository),
  ];
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}

/** What is wrong with a path from the root and its heading; undefined where both exist. */
function checkTarget({ files, exists }: Repository, target: string, heading: string): string | undefined {
  if (target.startsWith("../") || path.isAbsolute(target)) return `${target} is outside the repository`;
  if (!exists(target)) return `${target} does not exist`;
  if (heading === "" || !target.endsWith(".md")) return undefined;
  return headingsOf(files.get(target) ?? "").has(heading) ? undefined : `${target} has no heading #${heading}`;
}

/** The fragments that a Markdown document can be linked at: its headings as GitHub names them, and explicit ids. */
function headingsOf(text: string): Set<string> {
  const found = new Set<string>();
  const prose = text.replace(/^```[\s\S]*?^```/gm, "");
  for (const [, heading = ""] of prose.matchAll(/^#{1,6} +(.+?)[ #]*$/gm)) {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const name = words.replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
    let unique = name;
    for (let n = 1; found.has(unique); n += 1) unique = `${name}-${n}`;
    found.add(unique);
  }
  for (const [, id = ""] of prose.matchAll(/<a id="([^"]+)">/g)) found.add(id);
  return found;
}

function findMarkdownLinks(repository: Repository, file: string, text: string): Finding[] {
  return [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]*))?\)/g)].map((match) => {
    const [, link = "", heading = ""] = match;
    const target = link === "" ? file : path.posix.join(path.posix.dirname(file), link);
    return { index: match.index, problem: checkTarget(repository, target, heading) };
  });
}

/** Other tags of a docblock take free text; this one needs a target. */
function findSeeTags(text: string): Finding[] {
  const target = /^(?:docs\/|[A-Z]+\.md|(?:contract|server|web|e2e|scripts)\/|https?:\/\/|RFC \d|\{@link )/;
  return [...text.matchAll(/^[ \t]*(?:\/\*\*|\*|\/\/) *@see +(.*)$/gm)].map((match) => ({
    index: match.index + match[0].indexOf("@see"),
    problem: target.test(match[1] ?? "") ? undefined : "@see names a file of the repository, a URL or an RFC",
  }));
}

/** A document is named by its path, from the root or from the file that names it. */
function findDocumentNames(repository: Repository, file: string, text: string): Finding[] {
  return [...text.matchAll(/(?<!\]\(|[[\w./-])((?:\.\.?\/)*[\w][\w./-]*\.md)\b(?:#([\w-]+))?/g)].flatMap((match) => {
    const [, name = "", heading = ""] = match;
    const near = path.posix.join(path.posix.dirname(file), name);
    const target = !name.startsWith(".") && repository.exists(name) ? name : near;
    const problem = checkTarget(repository, target, heading);
    return [{ index: match.index, problem: problem?.replace(target, name) }];
  });
}

/** Paths of sources and, in documents, of folders; not built files or patterns such as `<module>`. */
function findSourcePaths({ exists }: Repository, file: string, text: string): Finding[] {
  if (!file.endsWith(".md") && !/\.(?:tsx?|mjs|js|css)$/.test(file)) return [];
  const mention =
    /(?<!\]\(|[\w./#@-])((?:contract|server|web|e2e|scripts)\/[\w./$-]+\.(?:tsx?|mjs|css|sql))(?![\w*<{])/g;
  const folder = /(?<=`)((?:contract|server|web|e2e|scripts|docs)\/(?:[\w.-]+\/)*)(?=`)/g;
  const folderNames = file.endsWith(".md") ? text.matchAll(folder) : [];
  return [...text.matchAll(mention), ...folderNames].flatMap((match) => {
    const [, mentioned = ""] = match;
    return isProse(file, text, match.index) && !exists(mentioned)
      ? [{ index: match.index, problem: `${mentioned} does not exist` }]
      : [];
  });
}

/** Whether a position is in a document or a comment: paths in code are not references. */
function isProse(file: string, text: string, index: number): boolean {
  if (file.endsWith(".md")) return true;
  const line = text.slice(text.lastIndexOf("\n", index) + 1, index);
  return /^\s*(?:\*|\/\*\*?|\/\/)|\s\/\/ /.test(line);
}

function findDecisionNumbers({ files }: Repository, text: string): Finding[] {
  return [...text.matchAll(/\bdecisions? (\d{4})\b/gi)].map((match) => {
    const prefix = `docs/decisions/${match[1]}-`;
    const isKnown = [...files.keys()].some((file) => file.startsWith(prefix));
    return { index: match.index, problem: isKnown ? undefined : `there is no decision ${match[1]}` };
  });
}

/** A section sign without its document refers to something that the reader does not have. */
function findSectionSigns(text: string): Finding[] {
  return [...text.matchAll(/(RFC \d+ )?\u00A7/g)].map((match) => ({
    index: match.index,
    problem: match[1] === undefined ? "a section sign needs its RFC; link to a heading instead" : undefined,
  }));
}

const isTest = (file: string): boolean => /\.(?:test|spec)\.tsx?$/.test(file);

/** The ids in `[S-14]` or `[S-26, S-27]`, with the position of each tag. */
function tagsOf(text: string): { index: number; ids: string[] }[] {
  return [...text.matchAll(/\[(S-\d+(?:, S-\d+)*)\]/g)].map(({ index, 1: ids = "" }) => ({
    index,
    ids: ids.split(", "),
  }));
}

function findGuaranteeTags({ files }: Repository, file: string, text: string): Finding[] {
  if (!isTest(file)) return [];
  const rows = guaranteesOf(files);
  return tagsOf(text).flatMap(({ index, ids }) =>
    ids.map((id) => {
      const proofs = rows.get(id)?.proofs;
      if (!proofs) return { index, problem: `${guarantees} has no ${id}` };
      return { index, problem: proofs.includes(file) ? undefined : `${guarantees} does not name this file at ${id}` };
    }),
  );
}

/** The rows of the table of guarantees: the line of each, and the tests that it names. */
function guaranteesOf(files: Repository["files"]): Map<string, { line: number; proofs: string[] }> {
  const lines = (files.get(guarantees) ?? "").split("\n");
  return new Map(
    lines.flatMap((text, index) => {
      const id = /^\| <a id="s-\d+"><\/a>(S-\d+) \|/.exec(text)?.[1];
      if (id === undefined) return [];
      const proofs = [...text.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, file = ""]) => file);
      return [[id, { line: index + 1, proofs }] as const];
    }),
  );
}

/** Rows that name a test without their id. */
function findUnprovenGuarantees({ files }: Repository): string[] {
  return [...guaranteesOf(files)].flatMap(([id, { line, proofs }]) =>
    proofs
      .filter((file) => !tagsOf(files.get(file) ?? "").some(({ ids }) => ids.includes(id)))
      .map((file) => `${guarantees}:${line}: no test in ${file} carries [${id}]`),
  );
}

const modules = "ARCHITECTURE.md";
/** Folders of the server that are layers, not modules; the tree at the top of the document names them. */
const layers = new Set(["config", "db", "demo", "http", "lib", "outside", "testing"]);

/** Folders of the server that are missing from the list of modules, and lines of it without a folder. */
function findUnlistedModules({ files }: Repository): string[] {
  const [, list = ""] = /^## Modules\n([\s\S]*?)(?=^#|(?![\s\S]))/m.exec(files.get(modules) ?? "") ?? [];
  const listed = [...list.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name = ""]) => name);
  const folders = new Set([...files.keys()].flatMap((file) => /^server\/([^/]+)\//.exec(file)?.[1] ?? []));
  return [
    ...[...folders]
      .filter((name) => !layers.has(name) && !listed.includes(name))
      .map((name) => `${modules}:1: its list of modules leaves out server/${name}`),
    ...listed.filter((name) => !folders.has(name)).map((name) => `${modules}:1: there is no server/${name}`),
  ];
}

/** Decision records that share a number, or do not begin with title, date and status. */
function findUnclearDecisions({ files }: Repository): string[] {
  const seen = new Set<string>();
  return [...files].flatMap(([file, text]) => {
    const number = /^docs\/decisions\/(\d{4})-[a-z0-9-]+\.md$/.exec(file)?.[1];
    if (number === undefined) return [];
    const isTaken = seen.has(number);
    seen.add(number);
    const head = new RegExp(
      `^# ${Number(number)}\\. .+\\n\\n\\d{4}-\\d\\d-\\d\\d \u00B7 (?:proposed|accepted|superseded by)`,
    );
    return [
      ...(isTaken ? [`${file}:1: another decision has the number ${number}`] : []),
      ...(head.test(text) ? [] : [`${file}:1: begins with its number and title, then "date \u00B7 status"`]),
    ];
  });
}

async function readRepository(): Promise<Repository> {
  const root = path.join(import.meta.dirname, "..");
  const files = new Map<string, string>();
  const add = async (file: string) => {
    const name = path.relative(root, file).replaceAll("\\", "/");
    // The tests of the rules contain violations.
    if (
      !referring.test(name) ||
      /^scripts\/(?:check-(?:links|conventions|commits)|import-boundaries)\.test\.ts$/.test(name)
    )
      return;
    files.set(name, await readFile(file, "utf8"));
  };
  for (const entry of await readdir(root, { withFileTypes: true })) {
    if (entry.isFile()) await add(path.join(root, entry.name));
  }
  for (const folder of folders) {
    for (const entry of await readdir(path.join(root, folder), { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) await add(path.join(entry.parentPath, entry.name));
    }
  }
  return { files, exists: (file) => existsSync(path.join(root, file)) };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const broken = findBrokenReferences(await readRepository());
  for (const line of broken) console.error(line);
  if (broken.length > 0) process.exitCode = 1;
}
