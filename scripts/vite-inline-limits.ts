import { resolve } from "node:path";
import { type Plugin, runnerImport } from "vite";

type Limits = Readonly<Record<string, number>>;

/** Writes each limit's number where the pages name it, so that a page does not carry the whole list for two of them. */
export function inlineLimits(): Plugin {
  let limits: Limits = {};
  return {
    name: "fash:inline-limits",
    apply: "build",
    enforce: "pre",
    async configResolved({ root }) {
      // Vite reads it as the source that it is: on a fresh clone nothing has been compiled yet.
      const file = resolve(root, "../contract/limits.ts");
      limits = (await runnerImport<{ limits: Limits }>(file, { configFile: false, logLevel: "error" })).module.limits;
    },
    transform: {
      filter: { id: /\/web\/.*\.tsx?(\?|$)/, code: "contract/limits.ts" },
      handler: (code) => ({ code: withNumbers(code, limits), map: null }),
    },
  };
}

/** Without its import, too, where that was all: a module that is imported is loaded, used or not. */
function withNumbers(code: string, limits: Limits): string {
  return code
    .replaceAll(/\blimits\.(\w+)/g, (text, name: string) => String(limits[name] ?? text))
    .replace(/^import \{ limits \} from "#contract\/limits\.ts";$/m, "");
}
