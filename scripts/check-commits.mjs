// Checks commit messages against CONTRIBUTING.md: those since the last tag, or since this rule exists.
// `--message FILE` checks one message instead, as passed by a commit-msg hook.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { pathToFileURL } from "node:url";
import { root } from "./run.mjs";

const types = ["feat", "fix", "perf", "refactor", "docs", "test", "build", "ci", "chore", "revert"];
const subjectCharsMax = 60;
const form = new RegExp(`^(?:${types.join("|")})(?:\\([a-z0-9-]+\\))?!?: \\S`);

/**
 * The violations in a commit message, one line each.
 *
 * @param {string} message
 * @returns {string[]}
 */
export function findMessageProblems(message) {
  const [subject = "", ...rest] = message.trimEnd().split("\n");
  const problems = [];
  if (!form.test(subject)) problems.push(`begins with a type and an optional scope, such as "feat(points): "`);
  if ([...subject].length > subjectCharsMax) {
    problems.push(`the subject has ${[...subject].length} of at most ${subjectCharsMax} characters`);
  }
  if (subject.endsWith(".")) problems.push("the subject has no full stop");
  if (rest.length > 0 && rest[0] !== "") problems.push("a blank line separates subject and body");
  return problems;
}

/**
 * The messages that the rule applies to, newest first, without merges: since the last tag or, before the first one, those
 * written after the commit that added this file. Empty if there is no history, as in an unpacked archive.
 *
 * @param {string} folder A git checkout.
 * @returns {{ commit: string, message: string }[]}
 */
export function listMessages(folder) {
  if (!existsSync(path.join(folder, ".git"))) return [];
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync("git", args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  const since = findLastTag(git) ?? findOwnCommit(git);
  if (since === null) return [];
  const [start = ""] = git("log", "-1", "--format=%at", since).split("\n");
  return git("log", "--no-merges", "--format=%h%x1f%at%x1f%B%x1e", `${since}..HEAD`)
    .split("\x1e")
    .map((entry) => entry.trimStart().split("\x1f"))
    .flatMap(([commit = "", time = "", message]) =>
      // A branch from before the rule may be merged after it.
      message !== undefined && Number(time) >= Number(start) ? [{ commit, message }] : [],
    );
}

/** @param {(...args: string[]) => string} git */
function findLastTag(git) {
  const tags = git("tag", "--merged", "HEAD", "--sort=-creatordate").split("\n");
  return tags[0] || null;
}

/** @param {(...args: string[]) => string} git */
function findOwnCommit(git) {
  const commits = git("log", "--diff-filter=A", "--format=%H", "--", "scripts/check-commits.mjs").trim().split("\n");
  return commits.at(-1) || null;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { values } = parseArgs({ options: { message: { type: "string" } } });
  const messages =
    values.message === undefined
      ? listMessages(root)
      : [{ commit: "message", message: readFileSync(values.message, "utf8").replace(/^#.*\n?/gm, "") }];
  const problems = messages.flatMap(({ commit, message }) =>
    findMessageProblems(message).map((problem) => `${commit} ${message.split("\n")[0]}\n  ${problem}`),
  );
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
}
