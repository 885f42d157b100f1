// Imported first by every script that a new machine may run: it must load on any Node version.
import { readFileSync } from "node:fs";

/**
 * @param {string} version As `process.versions.node` has it: "20.19.1".
 * @param {string} floor As `engines.node` has it: ">=20.19".
 */
export function isNewEnough(version, floor) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [majorMin = 0, minorMin = 0] = floor.replace(/^\D+/, "").split(".").map(Number);
  return major > majorMin || (major === majorMin && minor >= minorMin);
}

const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
if (!isNewEnough(process.versions.node, engines.node)) {
  console.error(`Fash needs Node ${engines.node.replace(/^\D+/, "")} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
