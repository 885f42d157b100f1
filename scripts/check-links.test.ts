import { expect, test } from "vitest";
import { findBrokenReferences } from "./check-links.ts";

const sound = {
  "README.md":
    "# Fash\n\nSee [the rules](docs/product.md#likes-and-saves), [here](#fash), [us](https://fash.example#nowhere).\n",
  "ARCHITECTURE.md": "## Modules\n\n| `factors` | a |\n| `likes` | b |\n\n## More\n\n| `x` | `server/likes/` |\n",
  "docs/product.md": "# Product\n\n## Likes and saves\n\n### `limits.ts`: a table\n\nBack to [start](../README.md).\n",
  "docs/security.md": `| <a id="s-14"></a>S-14 | Codes work once | [a](../server/factors/factors.test.ts) |\n`,
  "docs/decisions/0005-what-lists-show.md": "# 5. What lists show\n\n2026-11-21 · accepted\n",
  "server/factors/factors.test.ts": `test("a code works once [S-14]", () => {});\n`,
  "server/likes/likes.service.ts": `
/**
 * Likes.
 *
 * @see docs/product.md#likes-and-saves and decision 0005
 * @see docs/security.md#s-14
 * @see RFC 8291 section 3, web/likes.tsx, docs/product.md#limitsts-a-table
 */
const file = "server/likes/not-yet.ts"; // RFC 8058 §3.1 is a section of something that can be named.
`,
  "web/likes.tsx": "// Built into dist/web/likes.js, one for each server/<module>/x.store.ts.\n",
};

/** What is found when these files join, or take the place of, the sound ones. */
function find(planted: Record<string, string>): string[] {
  const files = new Map(Object.entries({ ...sound, ...planted }));
  return findBrokenReferences({
    files,
    exists: (file) => [...files.keys()].some((known) => known === file || known.startsWith(file)),
  });
}

test("references that lead somewhere are left alone", () => {
  expect(find({})).toEqual([]);
});

const planted: [what: string, file: string, text: string, finding: string][] = [
  ["a link to a file that is not there", "a.md", "\n[a](docs/none.md)", "a.md:2: docs/none.md does not exist"],
  ["a link to another folder", "docs/a.md", "[a](images/b.webp)", "docs/a.md:1: docs/images/b.webp does not exist"],
  ["a link to a heading that is not there", "a.md", "[a](docs/product.md#like)", "has no heading #like"],
  ["a link to a heading of the same page", "a.md", "# A\n[a](#b)", "a.md:2: a.md has no heading #b"],
  ["a heading that is only part of an example", "a.md", "```\n# B\n```\n[a](#b)", "a.md:4: a.md has no heading #b"],
  ["a link out of the repository", "docs/a.md", "[a](../../shared/plan.txt)", "is outside the repository"],
  ["an @see of something elsewhere", "web/a.ts", '/** @see Spec "Like" */', "web/a.ts:1: @see names a file"],
  [
    "an @see of a missing document",
    "web/a.ts",
    "/**\n * @see docs/none.md#a\n */",
    "web/a.ts:2: docs/none.md does not",
  ],
  ["an @see of a missing heading", "web/a.ts", " * @see docs/product.md#nope", "docs/product.md has no heading #nope"],
  ["an @see of a missing row", "web/a.ts", " * @see docs/security.md#s-99", "docs/security.md has no heading #s-99"],
  ["a document named without its folder", "web/a.ts", "// See security.md row 14.", "web/a.ts:1: security.md does not"],
  [
    "a source that has moved, in a comment",
    "web/a.ts",
    "// As in server/likes/old.ts.",
    "server/likes/old.ts does not",
  ],
  ["a source that has moved, in a document", "a.md", "`server/old.ts`", "a.md:1: server/old.ts does not exist"],
  ["a folder that has moved", "a.md", "In `server/old/` and `server/<module>/`.", "a.md:1: server/old/ does not exist"],
  ["a source named after code", "web/a.css", "a {} /* b */\n/* web/old.css */", "web/a.css:2: web/old.css does not"],
  ["a decision that was never made", "web/a.ts", "// See decision 0042.", "web/a.ts:1: there is no decision 0042"],
  ["a section of nothing", "web/a.ts", "// The limits of §9.", "web/a.ts:1: a section sign needs its RFC"],
  ["a tag without a row", "e2e/a.spec.ts", 'test("it holds [S-7]", run);', "docs/security.md has no S-7"],
  [
    "a row that leaves out its test",
    "e2e/a.spec.ts",
    '\ntest("so [S-14]", run);',
    "e2e/a.spec.ts:2: docs/security.md does",
  ],
  [
    "a decision without date and status",
    "docs/decisions/0006-b.md",
    "# 6. B\n\n**Context.**",
    "docs/decisions/0006-b.md:1: begins with its number and title",
  ],
  [
    "a decision with the number of another",
    "docs/decisions/0005-b.md",
    "# 5. B\n\n2026-11-21 · superseded by 6",
    "docs/decisions/0005-b.md:1: another decision has the number 0005",
  ],
  [
    "a row whose test has lost its tag",
    "server/factors/factors.test.ts",
    'test("a code works once", run);',
    "docs/security.md:1: no test in server/factors/factors.test.ts carries [S-14]",
  ],
];

test("the list of modules names each folder of the server that is one, and nothing else", () => {
  const text = "## Modules\n\n| `likes` | b |\n| `rewards` | c |\n";
  expect(find({ "ARCHITECTURE.md": text, "server/http/serve.ts": "" })).toEqual([
    "ARCHITECTURE.md:1: its list of modules leaves out server/factors",
    "ARCHITECTURE.md:1: there is no server/rewards",
  ]);
});

test.each(planted)("%s is named with its place", (_what, file, text, finding) => {
  const found = find({ [file]: text });
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(finding);
});

test("headings of one name are told apart as GitHub does", () => {
  const text = "# Same\n## Same\n[a](#same) [b](#same-1)";
  expect(find({ "a.md": text })).toEqual([]);
});
