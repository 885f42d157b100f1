import { join, resolve } from "node:path";
import { build, type Plugin, type ResolvedConfig } from "vite";

/**
 * Builds web/page-html.tsx, with all that it needs, into `rendering/page-html.mjs` next to the folder of the
 * pages: the server renders visitors' pages with it.
 */
export function buildPageHtml(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "fash:page-html",
    apply: "build",
    configResolved(resolved) {
      config = resolved;
    },
    async closeBundle() {
      const pagesFolder = resolve(config.root, config.build.outDir);
      await build({
        configFile: false,
        root: config.root,
        logLevel: "error",
        publicDir: false,
        resolve: { alias: config.resolve.alias },
        plugins: [replaceQuery(resolve(config.root, "server-query.ts"))],
        // The server is installed without the browser's libraries.
        ssr: { noExternal: true, resolve: { conditions: ["source", "module", "node", "production"] } },
        define: { "process.env.NODE_ENV": '"production"' },
        build: {
          ssr: "page-html.tsx",
          outDir: join(pagesFolder, "../rendering"),
          emptyOutDir: true,
          target: "node20",
          // One file: each import of it with another query is then an instance of everything.
          rolldownOptions: { output: { entryFileNames: "[name].mjs", codeSplitting: false } },
        },
      });
    },
  };
}

/** What is sent to the server has no place in a page that it renders. */
const replaceQuery = (replacement: string): Plugin => ({
  name: "fash:server-query",
  enforce: "pre",
  resolveId: (id, importer) => (id === "@tanstack/react-query" && importer !== replacement ? replacement : undefined),
});
