import type { Plugin } from "vite";
import { limits } from "#contract/limits.ts";

const values: Readonly<Record<string, number>> = limits;

/** Writes each limit's number where the pages name it, so that a page does not carry the whole list for two of them. */
export function inlineLimits(): Plugin {
  return {
    name: "fash:inline-limits",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /\/web\/.*\.tsx?(\?|$)/, code: "contract/limits.ts" },
      handler: (code) => ({ code: withNumbers(code), map: null }),
    },
  };
}

/** Without its import, too, where that was all: a module that is imported is loaded, used or not. */
function withNumbers(code: string): string {
  return code
    .replaceAll(/\blimits\.(\w+)/g, (text, name: string) => String(values[name] ?? text))
    .replace(/^import \{ limits \} from "#contract\/limits\.ts";$/m, "");
}
