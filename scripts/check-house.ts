// The house rules that no other tool holds: ARCHITECTURE.md says why each of them is there.
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { api } from "#contract/api.ts";

/** The sources by path from the root, and the contract's endpoints by the name that the sources call them. */
export interface House {
  files: Map<string, string>;
  endpoints: { file: string; name: string; method: string; path: string; errors: readonly string[] }[];
}

const rooms = ["contract", "server", "web", "e2e", "scripts"];
const groundFloor = ["db", "http", "lib", "outside"];
const notNouns = [...groundFloor, "demo", "testing"];
const roles = ["routes", "service", "store", "jobs", "test"];
const routeLinesMax = 80;

const rules: ((house: House) => string[])[] = [
  findUnknownRoles,
  findUpwardImports,
  findMissingDocblocks,
  findLongRoutes,
  findBareReminders,
  findUntestedEndpoints,
  findUntestedCodes,
  findWrongThrows,
];

/** Every broken rule as `path:line: what`, in the order of the rules. */
export function findHouseTroubles(house: House): string[] {
  return rules.flatMap((rule) => rule(house));
}

function select({ files }: House, pattern: RegExp): [file: string, text: string][] {
  return [...files].filter(([file]) => pattern.test(file));
}

/** Line by line matches of a pattern, as `path:line: what`. */
function report([file, text]: [string, string], pattern: RegExp, what: string): string[] {
  return text.split("\n").flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${what}`] : []));
}

function findUnknownRoles(house: House): string[] {
  return select(house, /^server\/[^/]+\/[^/]+\.tsx?$/).flatMap(([file]) => {
    const [, folder = "", name = ""] = file.split("/");
    if (notNouns.includes(folder)) return [];
    const role = /^[a-z0-9-]+\.([a-z]+)\.tsx?$/.exec(name)?.[1];
    if (role && roles.includes(role)) return [];
    return [`${file}:1: a noun's file is called <name>.<role>.ts with a role of ${roles.join(", ")}`];
  });
}

function findUpwardImports(house: House): string[] {
  const upward = /\b(?:from|import)\s*\(?\s*["'](?:\.\/)*\.\.\//;
  return select(house, /\.(?:tsx?|mjs)$/).flatMap((entry) =>
    report(entry, upward, "import by ./ or by #room/, never by ../"),
  );
}

function findMissingDocblocks(house: House): string[] {
  const documented = new RegExp(`^server/(?:.*\\.(?:service|store)\\.ts|(?:${groundFloor.join("|")})/[^/]+\\.tsx?)$`);
  return select(house, documented)
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

function findLongRoutes(house: House): string[] {
  return select(house, /^web\/routes\/.*(?<!\.test)\.tsx?$/).flatMap(([file, text]) => {
    const lines = text.trimEnd().split("\n").length;
    if (lines <= routeLinesMax) return [];
    return [`${file}:${routeLinesMax + 1}: ${lines} lines; a route composes features in at most ${routeLinesMax}`];
  });
}

function findBareReminders(house: House): string[] {
  const bare = /(?:\/\/|\*|--)\s.*\b(?:TODO(?!\(#\d+\))|FIXME|XXX|HACK)\b/;
  return select(house, /\.(?:tsx?|mjs|css|sql)$/).flatMap((entry) =>
    report(entry, bare, "a reminder names its issue, as in @TODO(#12)"),
  );
}

function serverTests(house: House): string[] {
  return select(house, /^(?:server|e2e)\/.*\.(?:test|spec)\.tsx?$/).map(([, text]) => text);
}

function findUntestedEndpoints(house: House): string[] {
  const tests = serverTests(house);
  return house.endpoints
    .filter((endpoint) => {
      const address = new RegExp(`["'\`]${toPattern(endpoint.path)}(?:[?"'\`]|\\$\\{)`);
      const verb = new RegExp(`\\.${endpoint.method.toLowerCase()}\\(|["'\`]${endpoint.method}\\b`);
      return !tests.some((text) => text.includes(endpoint.name) || (address.test(text) && verb.test(text)));
    })
    .map(({ file, name, method, path: address }) => `${file}:1: no test calls ${name} (${method} ${address})`);
}

/** A path with its parameters written out in any way: `/api/outfits/${id}/comments`, `/api/outfits/1/comments`. */
function toPattern(address: string): string {
  return address
    .split(/(:\w+)/)
    .map((part) =>
      part.startsWith(":") ? "(?:\\$\\{[^`\\n]*?\\}|[^/?\"'`$]+)" : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
    )
    .join("");
}

function findUntestedCodes(house: House): string[] {
  const tests = serverTests(house);
  const codes = new Map(
    house.endpoints.flatMap((endpoint) => endpoint.errors.map((code) => [code, endpoint] as const)),
  );
  return [...codes]
    .filter(([code]) => !tests.some((text) => text.includes(`"${code}"`)))
    .map(([code, { file, name }]) => `${file}:1: no test meets "${code}", which ${name} lists`);
}

/**
 * A service's `@throws` against the endpoints it answers: it says each code that they list, and no other. Only a handler
 * that is one call of one service can be judged by its text; others are left to their tests.
 */
function findWrongThrows(house: House): string[] {
  const bound = select(house, /^server\/.*\.routes\.ts$/).flatMap(([file, text]) =>
    boundCalls(text).map((call) => ({ ...call, folder: path.dirname(file) })),
  );
  return select(house, /^server\/.*\.service\.ts$/).flatMap(([file, text]) =>
    exportedFunctions(text).flatMap(({ name, line, docblock }) => {
      const calls = bound.filter(({ called, folder }) => called === name && folder === path.dirname(file));
      const endpoints = house.endpoints.filter((endpoint) => calls.some((call) => call.name === endpoint.name));
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

/** What any call may meet, whatever it is for. */
function isAmbient(code: string): boolean {
  return /^(?:request|route|server)\.|^internal$/.test(code);
}

/** The bindings whose handler is a single call: `serve(x.add, (call, { body }) => addX(call, body))`. */
function boundCalls(text: string): { name: string; called: string }[] {
  const binding = /\bserve\(\s*(\w+\.\w+),\s*(?:async )?\([^)]*\)\s*=>\s*(\w+)\(call\b[^;(]*\),?\s*\);/g;
  return [...text.matchAll(binding)].map((match) => ({ name: match[1] ?? "", called: match[2] ?? "" }));
}

async function readHouse(): Promise<House> {
  const root = path.join(import.meta.dirname, "..");
  const files = new Map<string, string>();
  for (const room of rooms) {
    for (const entry of await readdir(path.join(root, room), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.(?:tsx?|mjs|css|sql)$/.test(entry.name)) continue;
      const file = path.join(entry.parentPath, entry.name);
      // The tests of the rules are full of broken ones.
      if (entry.name === "check-house.test.ts" || entry.name === "walls.test.ts") continue;
      files.set(path.relative(root, file).replaceAll("\\", "/"), await readFile(file, "utf8"));
    }
  }
  // `comments: commentEndpoints,` in contract/api.ts: routes and tests use the second name.
  const names = new Map(
    [...(files.get("contract/api.ts") ?? "").matchAll(/^ {2}(\w+): (\w+),$/gm)].map(([, noun, name]) => [noun, name]),
  );
  const endpoints = Object.entries(api).flatMap(([noun, calls]) =>
    Object.entries(calls).map(([key, { method, path: address, schemas }]) => {
      const errors: readonly string[] = schemas.errors ?? [];
      return { file: `contract/${noun}.ts`, name: `${names.get(noun) ?? noun}.${key}`, method, path: address, errors };
    }),
  );
  return { files, endpoints };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const troubles = findHouseTroubles(await readHouse());
  for (const trouble of troubles) console.error(trouble);
  if (troubles.length > 0) process.exitCode = 1;
}
