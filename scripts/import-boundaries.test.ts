// Proves the import boundaries: each violation below is planted in a small project with the real configurations.
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = path.join(import.meta.dirname, "..");
const configurations = [".oxlintrc.json", "knip.json", "package.json", "tsconfig.base.json", "tsconfig.json"];
const projectFolders = ["contract", "server", "web", "web/service-worker", "e2e", "scripts"];

/** What breaks no rule. The violations import from here. */
const sound = {
  "contract/notes.ts": `export const noteCharsMax = 80;\n`,
  "server/db/db.ts": `import { readFileSync } from "node:fs";\nexport const read = readFileSync;\n`,
  "server/notes/notes.store.ts": `import { read } from "#server/db/db.ts";\nexport const notes = read;\n`,
  "server/notes/notes.service.ts": `import { notes } from "./notes.store.ts";\nexport const listNotes = notes;\n`,
  "server/notes/notes.routes.ts": `import { noteCharsMax } from "#contract/notes.ts";\nimport { listNotes } from "./notes.service.ts";\nexport const noteRoutes = [listNotes, noteCharsMax];\n`,
  "server/auth/codes/codes.service.ts": `export const codes = 1;\n`,
  "server/likes/likes.service.ts": `import { listNotes } from "#server/notes/notes.service.ts";\nexport const likes = listNotes;\n`,
  "server/app.ts": `import { noteRoutes } from "./notes/notes.routes.ts";\nexport const app = noteRoutes;\n`,
  "server/main.ts": `import { app } from "./app.ts";\nimport { codes } from "./auth/codes/codes.service.ts";\nimport { likes } from "./likes/likes.service.ts";\nprocess.stdout.write(String([app, codes, likes]));\n`,
  "web/api/call.ts": `export const call = () => fetch("/api");\n`,
  "web/ui/button.tsx": `export const Button = () => <button type="button">{document.title}</button>;\n`,
  "web/data/notes.ts": `import { call } from "#web/api/call.ts";\nexport const notesQuery = [call];\n`,
  "web/features/notes/note.tsx": `import { noteCharsMax } from "#contract/notes.ts";\nimport { notesQuery } from "#web/data/notes.ts";\nimport { Button } from "#web/ui/button.tsx";\nexport const Note = [noteCharsMax, Button, notesQuery];\n`,
  "web/features/admin/parts/table.tsx": `export const Table = 1;\n`,
  "web/features/admin/notes/notes-page.tsx": `import { Table } from "#web/features/admin/parts/table.tsx";\nexport const AdminNotes = Table;\n`,
  "web/screens/notes/notes-page.tsx": `import { Note } from "#web/features/notes/note.tsx";\nexport const NotesPage = Note;\n`,
  "web/routes/index.tsx": `import { AdminNotes } from "#web/features/admin/notes/notes-page.tsx";\nimport { NotesPage } from "#web/screens/notes/notes-page.tsx";\nexport const Route = [AdminNotes, NotesPage];\n`,
  "web/service-worker/sw.ts": `export const version = 1;\n`,
  "web/main.tsx": `import { Route } from "./routes/index.tsx";\ndocument.title = String(Route);\n`,
};

const importNotes = `{ listNotes } from "#server/notes/notes.service.ts"`;

type Violation = [what: string, finding: string, file: string, text: string];

const importRule = "no-restricted-imports";
const lintViolations: Violation[] = [
  ["the contract knows the server", importRule, "contract/p1.ts", `export ${importNotes};\n`],
  ["the contract knows the browser", importRule, "contract/p2.ts", `export { call } from "#web/api/call.ts";\n`],
  ["the contract knows Node", importRule, "contract/p3.ts", `export { readFile } from "node:fs";\n`],
  ["the contract knows the database", importRule, "contract/p4.ts", `export { sql } from "kysely";\n`],
  [
    "the server knows the browser",
    importRule,
    "server/notes/p1.service.ts",
    `export { call } from "#web/api/call.ts";\n`,
  ],
  [
    "a module reads another's store",
    importRule,
    "server/likes/p2.service.ts",
    `export { notes } from "#server/notes/notes.store.ts";\n`,
  ],
  [
    "a module calls another's routes",
    importRule,
    "server/likes/p3.service.ts",
    `export { noteRoutes } from "#server/notes/notes.routes.ts";\n`,
  ],
  ["infrastructure knows a module", importRule, "server/db/p4.ts", `export ${importNotes};\n`],
  [
    "infrastructure knows a part of sign-in",
    importRule,
    "server/lib/p24.ts",
    `export { codes } from "#server/auth/codes/codes.service.ts";\n`,
  ],
  [
    "infrastructure knows a module's type",
    importRule,
    "server/http/p5.ts",
    `import type ${importNotes};\nexport type A = typeof listNotes;\n`,
  ],
  ["an upward import in the server", importRule, "server/likes/p6.service.ts", `export { read } from "../db/db.ts";\n`],
  ["a disguised upward import", importRule, "server/likes/p7.service.ts", `export { read } from "./../db/db.ts";\n`],
  ["the browser knows the server", importRule, "web/lib/p1.ts", `export ${importNotes};\n`],
  [
    "the browser knows a server's type",
    importRule,
    "web/lib/p2.ts",
    `import type ${importNotes};\nexport type A = typeof listNotes;\n`,
  ],
  [
    "the browser loads the server later",
    importRule,
    "web/features/notes/p3.ts",
    `export const a = () => import("#server/notes/notes.service.ts");\n`,
  ],
  ["the browser knows Node", importRule, "web/shell/p4.ts", `export { readFile } from "node:fs";\n`],
  [
    "a feature knows another",
    importRule,
    "web/features/likes/p5.ts",
    `export { Note } from "#web/features/notes/note.tsx";\n`,
  ],
  [
    "a feature knows a route",
    importRule,
    "web/features/likes/p6.ts",
    `export { Route } from "#web/routes/index.tsx";\n`,
  ],
  [
    "a screen of the admin area knows a feature",
    importRule,
    "web/features/admin/likes/p40.ts",
    `export { Note } from "#web/features/notes/note.tsx";\n`,
  ],
  [
    "a UI component knows a feature",
    importRule,
    "web/ui/p7.ts",
    `export { Note } from "#web/features/notes/note.tsx";\n`,
  ],
  [
    "a feature knows a screen",
    importRule,
    "web/features/likes/p21.ts",
    `export { NotesPage } from "#web/screens/notes/notes-page.tsx";\n`,
  ],
  [
    "a screen knows another",
    importRule,
    "web/screens/likes/p22.ts",
    `export { NotesPage } from "#web/screens/notes/notes-page.tsx";\n`,
  ],
  [
    "the shell knows a feature",
    importRule,
    "web/shell/p23.ts",
    `export { Note } from "#web/features/notes/note.tsx";\n`,
  ],
  ["data knows a feature", importRule, "web/data/p15.ts", `export { Note } from "#web/features/notes/note.tsx";\n`],
  ["data knows a UI component", importRule, "web/data/p16.ts", `export { Button } from "#web/ui/button.tsx";\n`],
  ["a feature calls the server", importRule, "web/features/likes/p17.ts", `export { call } from "#web/api/call.ts";\n`],
  ["a route calls the server", importRule, "web/routes/p18.ts", `export { call } from "#web/api/call.ts";\n`],
  [
    "a mutation outside web/data",
    importRule,
    "web/screens/p19.ts",
    `import { useMutation } from "@tanstack/react-query";\nexport const a = useMutation;\n`,
  ],
  ["a UI component knows data", importRule, "web/ui/p20.ts", `export { notesQuery } from "#web/data/notes.ts";\n`],
  [
    "an upward import in the browser",
    importRule,
    "web/features/likes/p8.ts",
    `export { Note } from "../notes/note.tsx";\n`,
  ],
  [
    "a call past web/api",
    "no-restricted-globals",
    "web/features/likes/p9.ts",
    `export const a = () => fetch("/api");\n`,
  ],
  [
    "storage that may be blocked",
    "no-restricted-globals",
    "web/api/p18.ts",
    `export const a = () => localStorage.length;\n`,
  ],
  ["a default export", "no-default-export", "web/ui/p10.ts", `export default 1;\n`],
  ["a name that is not kebab-case", "filename-case", "web/ui/NoteCard.ts", `export const a = 1;\n`],
  ["any", "no-explicit-any", "server/lib/p8.ts", `export const a = (b: any): unknown => b;\n`],
  ["a non-null assertion", "no-non-null-assertion", "server/lib/p9.ts", `export const a = (b: string[]) => b[0]!;\n`],
  [
    "a forgotten promise",
    "no-floating-promises",
    "server/lib/p10.ts",
    `export function a(b: Promise<void>): void {\n  b;\n}\n`,
  ],
  ["a cycle", "no-cycle", "server/lib/p11.ts", `import { b } from "./p12.ts";\nexport const a = () => b;\n`],
  [
    "the cycle's other half",
    "no-cycle",
    "server/lib/p12.ts",
    `import { a } from "./p11.ts";\nexport const b = () => a;\n`,
  ],
  ["console", "no-console", "server/lib/p13.ts", `console.log("here");\nexport const a = 1;\n`],
  ["a file of 301 lines", "max-lines", "server/lib/p14.ts", `${"void 0;\n".repeat(301)}export {};\n`],
];

const typeViolations: Violation[] = [
  ["the contract reaches the server", "TS6307", "contract/t1.ts", `export ${importNotes};\n`],
  ["the contract uses the page", "TS2584", "contract/t2.ts", `export const a = document.title;\n`],
  ["the contract uses Node", "TS2591", "contract/t3.ts", `export const a = process.pid;\n`],
  [
    "the server reaches the browser",
    "TS6307",
    "server/lib/t4.ts",
    `export type A = typeof import("#web/api/call.ts");\n`,
  ],
  ["the server uses the page", "TS2584", "server/lib/t5.ts", `export const a = document.title;\n`],
  [
    "the browser reaches the server",
    "TS6307",
    "web/lib/t6.ts",
    `import type ${importNotes};\nexport type A = typeof listNotes;\n`,
  ],
  ["the browser uses Node", "TS2591", "web/lib/t7.ts", `export const a = process.pid;\n`],
  [
    "a list's item taken for granted",
    "TS2322",
    "server/lib/t8.ts",
    `export const a = (b: string[]): string => b[0];\n`,
  ],
];

const deadCodeViolations: Violation[] = [
  ["a file that nothing imports", "", "web/lib/k1.ts", `export const a = 1;\n`],
  ["a server file that nothing imports", "", "server/lib/k2.ts", `export const a = 1;\n`],
  [
    "an export that nothing imports",
    "forgotten",
    "contract/notes.ts",
    `export const noteCharsMax = 80;\nexport const forgotten = 1;\n`,
  ],
];

let project: string;

beforeAll(async () => {
  project = await mkdtemp(path.join(tmpdir(), "fash-boundaries-"));
  for (const file of configurations) await cp(path.join(root, file), path.join(project, file));
  await symlink(path.join(root, "node_modules"), path.join(project, "node_modules"));
  for (const folder of projectFolders) await write(`${folder}/tsconfig.json`, undefined);
  for (const [file, text] of Object.entries(sound)) await write(file, text);
  await write("e2e/first.spec.ts", "export const first = 1;\n");
  await write("scripts/tool.ts", "export const tool = 1;\n");
  await write("vite.config.ts", 'export default { root: "web" };\n');
  await write("web/index.html", `<script type="module" src="/main.tsx"></script>\n`);
});

afterAll(() => rm(project, { recursive: true, force: true }));

/** Writes a file of the project; without text, a copy of the real one. */
async function write(file: string, text: string | undefined): Promise<void> {
  const target = path.join(project, file);
  await mkdir(path.dirname(target), { recursive: true });
  if (text === undefined) await cp(path.join(root, file), target);
  else await writeFile(target, text);
}

/** A tool's findings in the project, each with its file. */
async function runTool(script: string, args: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.join(root, "node_modules", script), ...args],
      { cwd: project },
      (_error, stdout, stderr) => resolve(stdout + stderr),
    );
  });
}

const tools = [
  {
    name: "oxlint",
    violations: lintViolations,
    run: () => runTool("oxlint/bin/oxlint", ["-c", ".oxlintrc.json", "--format=unix", "."]),
  },
  { name: "tsc", violations: typeViolations, run: () => runTool("typescript/bin/tsc", ["-b", "--pretty", "false"]) },
  {
    name: "knip",
    violations: deadCodeViolations,
    run: () => runTool("knip/bin/knip.js", ["--no-progress", "--include=files,exports"]),
  },
];

describe.each(tools)("$name", ({ violations, run }) => {
  let before: string;
  let after: string[];

  beforeAll(async () => {
    before = await run();
    for (const [, , file, text] of violations) await write(file, text);
    after = (await run()).split("\n");
    for (const [, , file] of violations) await rm(path.join(project, file));
    for (const [file, text] of Object.entries(sound)) await write(file, text);
  });

  test("finds nothing in a project without violations", () => {
    expect(Object.keys(sound).filter((file) => before.includes(file))).toEqual([]);
  });

  test.each(violations)("stops: %s", (_what, finding, file) => {
    expect(after.filter((line) => line.includes(file) && line.includes(finding))).not.toEqual([]);
  });
});
