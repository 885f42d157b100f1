// The project rules that no other tool checks; ARCHITECTURE.md gives the reason for each.
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { api } from "#contract/api.ts";
import { findImportCycles } from "./import-cycles.ts";

/** The sources by path from the root, and the contract's endpoints by the name that the sources use. */
export interface Project {
  files: Map<string, string>;
  endpoints: { file: string; name: string; method: string; path: string; errors: readonly string[] }[];
}

const layers = ["contract", "server", "web", "e2e", "scripts"];
const infrastructure = ["db", "http", "lib", "outside"];
const notModules = [...infrastructure, "demo", "testing"];
const roles = ["routes", "service", "store", "jobs", "test"];
const routeLinesMax = 80;

const rules: ((project: Project) => string[])[] = [
  findUnknownRoles,
  findUpwardImports,
  findCyclicImports,
  findUnreadSettings,
  findDirectTransactions,
  findMissingDocblocks,
  findLongRoutes,
  findStrayQueryKeys,
  findPlainOutlets,
  findDroppedAttributes,
  findBareReminders,
  findUntestedEndpoints,
  findUntestedCodes,
  findWrongThrows,
];

/** Every violation as `path:line: what`, in the order of the rules. */
export function findViolations(project: Project): string[] {
  return rules.flatMap((rule) => rule(project));
}

function select({ files }: Project, pattern: RegExp): [file: string, text: string][] {
  return [...files].filter(([file]) => pattern.test(file));
}

/** Line by line matches of a pattern, as `path:line: what`. */
function report([file, text]: [string, string], pattern: RegExp, what: string): string[] {
  return text.split("\n").flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${what}`] : []));
}

/** A file of a module says its role in its name; one without a role is a pure module: no database, no request context. */
function findUnknownRoles(project: Project): string[] {
  return select(project, /^server\/[^/]+\/.+\.tsx?$/).flatMap(([file, text]) => {
    const folders = file.split("/");
    const name = folders.pop() ?? "";
    if (folders.some((folder) => notModules.includes(folder))) return [];
    const role = /^[a-z0-9-]+\.([a-z]+)\.tsx?$/.exec(name)?.[1];
    if (role && !roles.includes(role)) return [`${file}:1: the role in a file's name is one of ${roles.join(", ")}`];
    if (role || !/^import (?!type).*(?:db\/db|http\/context)\.ts"/m.test(text)) return [];
    return [`${file}:1: a file that uses the database or the request context says its role: ${roles.join(", ")}`];
  });
}

function findUpwardImports(project: Project): string[] {
  const upward = /\b(?:from|import)\s*\(?\s*["'](?:\.\/)*\.\.\//;
  return select(project, /\.(?:tsx?|mjs)$/).flatMap((entry) =>
    report(entry, upward, "import by ./ or by #layer/, never by ../"),
  );
}

function findCyclicImports({ files }: Project): string[] {
  const cycles = findImportCycles(files);
  return [...cycles.files, ...cycles.folders].map((members) => `${members[0]}:1: import cycle: ${members.join(", ")}`);
}

/** A setting or limit that nothing reads has no effect, whatever the documents say. */
function findUnreadSettings(project: Project): string[] {
  const declared = [
    ...namesIn(project, "server/config/config.ts", /^export interface Config \{\n([\s\S]*?)^\}/m, /^ {2}(\w+):/),
    ...namesIn(
      project,
      "server/config/auth-config.ts",
      /^export interface AuthConfig \{\n([\s\S]*?)^\}/m,
      /^ {2}(\w+):/,
    ),
    ...namesIn(project, "contract/limit-values.ts", /^\n([\s\S]*)/m, /^export const (\w+) =/),
  ];
  const sources = select(project, /\.(?:tsx?|mjs|js)$/).filter(([file]) => !/\.test\.tsx?$|\/testing\//.test(file));
  return declared
    .filter(({ file, name }) => {
      const read = new RegExp(`\\b${name}\\b`);
      return !sources.some(([other, text]) => other !== file && !other.startsWith("server/config/") && read.test(text));
    })
    .map(({ file, line, name }) => `${file}:${line}: ${name} is read nowhere`);
}

/** Names that a block of a file declares, with their lines. */
function namesIn(project: Project, file: string, block: RegExp, declaration: RegExp) {
  const text = project.files.get(file) ?? "";
  const match = block.exec(text);
  if (!match) return [];
  const firstLine = text.slice(0, match.index).split("\n").length + 1;
  return (match[1] ?? "").split("\n").flatMap((line, index) => {
    const name = declaration.exec(line)?.[1];
    return name === undefined ? [] : [{ file, line: firstLine + index, name }];
  });
}

function findDirectTransactions(project: Project): string[] {
  return select(project, /^(?:server|scripts)\/.*\.ts$/)
    .filter(([file]) => file !== "server/db/db.ts")
    .flatMap((entry) =>
      report(entry, /\.transaction\(\)/, "transactions run through transact(), which retries deadlocks"),
    );
}

function findMissingDocblocks(project: Project): string[] {
  const documented = new RegExp(`^server/(?:.*\\.(?:service|store)\\.ts|(?:${infrastructure.join("|")})/.+\\.tsx?)$`);
  return select(project, documented)
    .filter(([file]) => !/\.test\.tsx?$/.test(file))
    .flatMap(([file, text]) =>
      exportedFunctions(text)
        .filter(({ docblock }) => docblock === undefined)
        .map(({ name, line }) => `${file}:${line}: ${name} needs a docblock that says what comes out`),
    );
}

type ExportedFunction = { name: string; line: number; docblock: string | undefined };

function exportedFunctions(text: string): ExportedFunction[] {
  const declaration = /^export (?:(?:async )?function\*? (\w+)|const (\w+)(?:: [^=]+)? = (?:async )?(?:<[^>]*>)?\()/gm;
  const seen = new Set<string>();
  return [...text.matchAll(declaration)].flatMap((match) => {
    const name = match[1] ?? match[2] ?? "";
    // Further signatures of an overloaded function share the first one's docblock.
    if (seen.has(name)) return [];
    seen.add(name);
    const before = text.slice(0, match.index);
    const docblock = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/.exec(before)?.[0];
    return [{ name, line: before.split("\n").length, docblock }];
  });
}

function findLongRoutes(project: Project): string[] {
  return select(project, /^web\/routes\/.*(?<!\.test)\.tsx?$/).flatMap(([file, text]) => {
    const lines = text.trimEnd().split("\n").length;
    if (lines <= routeLinesMax) return [];
    return [`${file}:${routeLinesMax + 1}: ${lines} lines; a route composes features in at most ${routeLinesMax}`];
  });
}

/** A literal key elsewhere is a dependency that no tool sees: web/data exports the keys that others need. */
function findStrayQueryKeys(project: Project): string[] {
  const key = /\b(?:queryKey|mutationKey)\s*:\s*\[|\b(?:get|set)Quer(?:y|ies)(?:Data|State)(?:<[^(]*>)?\(\s*\[/g;
  return select(project, /^web\/(?!data\/|testing\/).*(?<!\.test)\.tsx?$/).flatMap(([file, text]) =>
    [...text.matchAll(key)].map((match) => {
      const line = text.slice(0, match.index).split("\n").length;
      return `${file}:${line}: a query key is written out in web/data only, which exports it`;
    }),
  );
}

/** The router's own outlet keeps the screen that is left mounted while the next one is pending. */
function findPlainOutlets(project: Project): string[] {
  const outlet = /^import [^;]*\bOutlet\b[^;]*"@tanstack\/react-router";/gm;
  return select(project, /^web\/(?!ui\/screen-outlet\.tsx$)/).flatMap(([file, text]) =>
    [...text.matchAll(outlet)].map((match) => {
      const line = text.slice(0, match.index).split("\n").length;
      return `${file}:${line}: a layout shows its screens with ScreenOutlet`;
    }),
  );
}

/** Preact removes an attribute that is false, and without this one browsers send texts and passwords to check them. */
function findDroppedAttributes(project: Project): string[] {
  return select(project, /^web\/.*\.tsx$/).flatMap((entry) =>
    report(entry, /\bspellCheck=\{/, 'the attribute is a text: spellCheck="false"'),
  );
}

function findBareReminders(project: Project): string[] {
  const bare = /(?:\/\/|\*|--)\s.*\b(?:TODO(?!\(#\d+\))|FIXME|XXX|HACK)\b/;
  return select(project, /\.(?:tsx?|mjs|css|sql)$/).flatMap((entry) =>
    report(entry, bare, "a reminder names its issue, as in @TODO(#12)"),
  );
}

function serverTests(project: Project): string[] {
  return select(project, /^(?:server|e2e)\/.*\.(?:test|spec)\.tsx?$/).map(([, text]) => text);
}

function findUntestedEndpoints(project: Project): string[] {
  const tests = serverTests(project);
  return project.endpoints
    .filter((endpoint) => {
      const address = new RegExp(`["'\`]${toPattern(endpoint.path)}(?:[?"'\`]|\\$\\{)`);
      const verb = new RegExp(`\\.${endpoint.method.toLowerCase()}\\(|["'\`]${endpoint.method}\\b`);
      return !tests.some((text) => text.includes(endpoint.name) || (address.test(text) && verb.test(text)));
    })
    .map(({ file, name, method, path: address }) => `${file}:1: no test calls ${name} (${method} ${address})`);
}

/** A pattern for a path with any values as parameters: `/api/outfits/${id}/comments`, `/api/outfits/1/comments`. */
function toPattern(address: string): string {
  return address
    .split(/(:\w+)/)
    .map((part) =>
      part.startsWith(":") ? "(?:\\$\\{[^`\\n]*?\\}|[^/?\"'`$]+)" : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
    )
    .join("");
}

function findUntestedCodes(project: Project): string[] {
  const tests = serverTests(project);
  const codes = new Map(
    project.endpoints.flatMap((endpoint) => endpoint.errors.map((code) => [code, endpoint] as const)),
  );
  return [...codes]
    .filter(([code]) => !tests.some((text) => text.includes(`"${code}"`)))
    .map(([code, { file, name }]) => `${file}:1: no test meets "${code}", which ${name} lists`);
}

/**
 * A service's `@throws` must list exactly the codes of the endpoints bound to it. Checks only handlers that are a single
 * service call; tests cover the others.
 */
function findWrongThrows(project: Project): string[] {
  const bound = select(project, /^server\/.*\.routes\.ts$/).flatMap(([file, text]) =>
    boundCalls(text).map((call) => ({ ...call, folder: path.dirname(file) })),
  );
  return select(project, /^server\/.*\.service\.ts$/).flatMap(([file, text]) =>
    exportedFunctions(text).flatMap(({ name, line, docblock }) => {
      const calls = bound.filter(({ called, folder }) => called === name && folder === path.dirname(file));
      const endpoints = project.endpoints.filter((endpoint) => calls.some((call) => call.name === endpoint.name));
      if (docblock === undefined || endpoints.length === 0) return [];
      const said = thrownCodes(docblock);
      const where = `${file}:${line}: ${name}`;
      const unlisted = said.filter((code) => !endpoints.some(({ errors }) => errors.includes(code)));
      return [
        ...unlisted.map((code) => `${where} throws ${code}, which ${endpoints[0]?.name} does not list`),
        ...endpoints.flatMap((endpoint) =>
          endpoint.errors
            .filter((code) => !isAmbient(code) && !said.includes(code))
            .map((code) => `${where} does not say when it throws ${code}, as ${endpoint.name} lists`),
        ),
      ];
    }),
  );
}

function thrownCodes(docblock: string): string[] {
  const text = /@throws ((?:(?!\n \* @|\n \*\/)[\s\S])*)/.exec(docblock)?.[1] ?? "";
  return [...text.matchAll(/\b[a-z]+\.[a-z_]+\b/g)].map(([code]) => code).filter((code) => !isAmbient(code));
}

/** Codes that any endpoint may answer with. */
function isAmbient(code: string): boolean {
  return /^(?:request|route|server)\.|^internal$/.test(code);
}

/** The bindings whose handler is a single call: `serve(x.add, (context, { body }) => addX(context, body))`. */
function boundCalls(text: string): { name: string; called: string }[] {
  const binding = /\bserve\(\s*(\w+\.\w+),\s*(?:async )?\([^)]*\)\s*=>\s*(\w+)\(context\b[^;(]*\),?\s*\);/g;
  return [...text.matchAll(binding)].map((match) => ({ name: match[1] ?? "", called: match[2] ?? "" }));
}

async function readProject(): Promise<Project> {
  const root = path.join(import.meta.dirname, "..");
  const files = new Map<string, string>();
  for (const layer of layers) {
    for (const entry of await readdir(path.join(root, layer), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.(?:tsx?|mjs|css|sql)$/.test(entry.name)) continue;
      const file = path.join(entry.parentPath, entry.name);
      // The tests of the rules contain violations.
      if (entry.name === "check-conventions.test.ts" || entry.name === "import-boundaries.test.ts") continue;
      files.set(path.relative(root, file).replaceAll("\\", "/"), await readFile(file, "utf8"));
    }
  }
  // `comments: commentEndpoints,` in contract/api.ts: routes and tests use the second name.
  const names = new Map(
    [...(files.get("contract/api.ts") ?? "").matchAll(/^ {2}(\w+): (\w+),$/gm)].map(([, module, name]) => [
      module,
      name,
    ]),
  );
  const endpoints = Object.entries(api).flatMap(([module, group]) =>
    Object.entries(group).map(([key, { method, path: address, schemas }]) => {
      const errors: readonly string[] = schemas.errors ?? [];
      return {
        file: `contract/${module}.ts`,
        name: `${names.get(module) ?? module}.${key}`,
        method,
        path: address,
        errors,
      };
    }),
  );
  return { files, endpoints };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const violations = findViolations(await readProject());
  for (const violation of violations) console.error(violation);
  if (violations.length > 0) process.exitCode = 1;
}
