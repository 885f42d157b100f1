import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const conditions = ["source"];
/** A third of the time would go into loading the same modules for each file; every test closes what it opened. */
const isolate = false;

export default defineConfig({
  test: {
    // The runner leaves one core free by default, which is half of a small machine.
    maxWorkers: availableParallelism(),
    projects: [
      {
        resolve: { conditions },
        ssr: { resolve: { conditions } },
        // The runner's own environment, where the global setup is loaded.
        environments: { __vitest__: { resolve: { conditions } } },
        test: {
          name: "server",
          isolate,
          include: ["server/**/*.test.ts", "server/**/*.test.tsx", "contract/**/*.test.ts", "scripts/**/*.test.ts"],
          globalSetup: ["server/testing/global-setup.ts"],
          setupFiles: ["server/testing/setup.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          pool: "forks",
        },
      },
      {
        plugins: [react()],
        resolve: { conditions: [...conditions, "module", "browser", "development"] },
        test: {
          name: "web",
          isolate,
          include: ["web/**/*.test.ts", "web/**/*.test.tsx"],
          environment: "jsdom",
          setupFiles: ["web/testing/setup.ts"],
          testTimeout: 15_000,
        },
      },
    ],
  },
});
