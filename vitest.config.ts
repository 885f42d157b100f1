import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { preactAliases } from "./scripts/vite-preact.ts";

const conditions = ["source"];
/** A third of the time would go into loading the same modules for each file; every test closes what it opened. */
const isolate = false;

/** Bundled for the tests, so that they too have Preact in place of React. */
const librariesOnReact = [
  "@dnd-kit/core",
  "@tanstack/react-query",
  "@tanstack/react-router",
  "@tanstack/react-table",
  "@tanstack/react-virtual",
  "@tiptap/react",
  "lucide-react",
  "react-dropzone",
  "react-easy-crop",
  "react-hook-form",
  "sonner",
];

const notBundled = ["@tiptap/core", "@tiptap/pm", "preact", "react-dom", "use-sync-external-store/shim/index.js"];
/** Its main file is CommonJS, where nothing can be replaced. */
const testingLibrary = {
  find: /^@testing-library\/react$/,
  replacement: "@testing-library/react/dist/@testing-library/react.esm.js",
};

const socketLibrary = {
  find: /^socket\.io-client$/,
  replacement: fileURLToPath(new URL("web/testing/socket-library.ts", import.meta.url)),
};

const act = {
  find: /^react-dom\/test-utils$/,
  replacement: fileURLToPath(new URL("web/testing/act.ts", import.meta.url)),
};

/** A busy machine may stand still for a second. */
const patient = { poll: { timeout: 10_000 } };

export default defineConfig({
  test: {
    // Workers wait for their databases and processes: one more than there are cores keeps the cores busy.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        resolve: { conditions },
        ssr: { resolve: { conditions } },
        // The runner's own environment, where the global setup is loaded.
        environments: { __vitest__: { resolve: { conditions } } },
        test: {
          name: "server",
          isolate,
          expect: patient,
          include: ["server/**/*.test.ts", "server/**/*.test.tsx", "contract/**/*.test.ts", "scripts/**/*.test.ts"],
          globalSetup: ["server/testing/global-setup.ts"],
          setupFiles: ["server/testing/setup.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          pool: "forks",
        },
      },
      {
        resolve: {
          conditions: [...conditions, "module", "browser", "development"],
          alias: [act, ...preactAliases, socketLibrary, testingLibrary],
        },
        test: {
          name: "web",
          isolate,
          expect: patient,
          include: ["web/**/*.test.ts", "web/**/*.test.tsx"],
          environment: "jsdom",
          deps: { optimizer: { client: { enabled: true, include: librariesOnReact, exclude: notBundled } } },
          // Preact, too: its own parts and ours would otherwise each have a copy of it.
          server: { deps: { inline: [/node_modules\/(\.vite|preact)\//, "@testing-library/react"] } },
          setupFiles: ["web/testing/setup.ts"],
          testTimeout: 15_000,
        },
      },
    ],
  },
});
