import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { findMessageProblems, listMessages } from "./check-commits.mjs";

describe("a message", () => {
  test.each([
    "feat(points): award the daily login",
    "fix!: reject a ban without an end",
    `docs: ${"x".repeat(54)}`,
    "perf(feed): read flags in one statement\n\nOne round trip instead of two.\n",
    `fix(web): 👗 counts as one character${"x".repeat(23)}`,
  ])("may be %j", (message) => {
    expect(findMessageProblems(message)).toEqual([]);
  });

  test.each([
    ["Award the daily login", "begins with a type"],
    ["feature(points): award", "begins with a type"],
    ["feat(Points): award", "begins with a type"],
    ["feat (points): award", "begins with a type"],
    ["feat(points):award", "begins with a type"],
    ["fixup! feat(points): award", "begins with a type"],
    [`docs: ${"x".repeat(55)}`, "has 61 of at most 60"],
    ["docs: rewrite.", "no full stop"],
    ["docs: rewrite\nin plain English", "a blank line"],
  ])("may not be %j", (message, problem) => {
    const problems = findMessageProblems(message);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });
});

describe("the history that is judged", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "fash-commits-"));
  afterAll(() => rm(folder, { recursive: true }));
  let minute = 0;
  const git = (...args: string[]) => {
    minute += 1;
    const date = new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
    const identity = {
      GIT_AUTHOR_NAME: "A",
      GIT_AUTHOR_EMAIL: "a@b",
      GIT_COMMITTER_NAME: "A",
      GIT_COMMITTER_EMAIL: "a@b",
    };
    const dates = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date, GIT_CONFIG_GLOBAL: "/dev/null" };
    execFileSync("git", args, { cwd: folder, env: { ...process.env, ...identity, ...dates }, stdio: "pipe" });
  };
  const commit = (message: string) => git("commit", "--allow-empty", "-q", "-m", message);
  const subjects = () => listMessages(folder).map(({ message }) => message.trim());

  test("begins after the commit that brought the rule, then after the last tag", async () => {
    expect(subjects()).toEqual([]);
    git("init", "-q", "-b", "main");
    commit("An old message of before the rule");
    expect(subjects()).toEqual([]);

    git("checkout", "-q", "-b", "old-branch");
    commit("A branch of before the rule");
    git("checkout", "-q", "main");
    await mkdir(path.join(folder, "scripts"));
    await writeFile(path.join(folder, "scripts/check-commits.mjs"), "");
    git("add", ".");
    commit("build: check commit messages");
    expect(subjects()).toEqual([]);

    commit("feat: one");
    git("merge", "-q", "--no-ff", "-m", "Merge branch 'old-branch'", "old-branch");
    commit("feat: two\n\nWith a body.");
    expect(subjects()).toEqual(["feat: two\n\nWith a body.", "feat: one"]);

    git("tag", "v1.0.0");
    expect(subjects()).toEqual([]);
    commit("feat: three");
    expect(subjects()).toEqual(["feat: three"]);
  });
});
