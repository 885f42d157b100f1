import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./run.mjs";

/**
 * @typedef {{ resolved?: string, integrity?: string, link?: boolean, optionalDependencies?: Record<string, string> }} LockEntry
 */

/**
 * The violations in a lock file, one line each. npm reports neither: a platform's binary that it left out
 * is noticed only on a machine of that platform, and a recorded URL ties every installation to one registry.
 *
 * @param {{ packages: Record<string, LockEntry> }} lock
 * @returns {string[]}
 */
export function findLockViolations({ packages }) {
  const known = new Set(Object.keys(packages).map((folder) => folder.replace(/^.*node_modules\//, "")));
  return Object.entries(packages).flatMap(([folder, entry]) => {
    const name = folder || "package.json";
    const missing = Object.keys(entry.optionalDependencies ?? {}).filter((dependency) => !known.has(dependency));
    return [
      ...missing.map((dependency) => `${name}: its optional ${dependency} is not in the lock file`),
      ...(entry.resolved?.includes("://") ? [`${name}: records the address ${entry.resolved}`] : []),
      ...(folder && !entry.integrity && !entry.link ? [`${name}: has no checksum`] : []),
    ];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const violations = findLockViolations(JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")));
  for (const violation of violations) console.error(`package-lock.json: ${violation}`);
  if (violations.length > 0) {
    console.error("Recreate it from a complete registry: npm install --omit-lockfile-registry-resolved");
    process.exit(1);
  }
}
