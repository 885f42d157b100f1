import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { addresses, confirmingSettings, mainSettings, ports } from "./e2e/support/server-settings.ts";

const debianChromium = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
/** `npm test` finds a browser and says so; a run by hand takes Debian's, or else Playwright's own. */
const executablePath = process.env["CHROMIUM_PATH"] ?? debianChromium.find((file) => existsSync(file));

/** The last list that Chromium is given counts: so first Playwright's own, then what each new window would load unseen. */
const switchedOff = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  // Chromium renders the address bar's suggestions as two pages per window: a third of a test's time.
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "PreloadTopChromeWebUI",
];

const serve = (port: number, settings: Record<string, string>) => ({
  command: "node --import tsx e2e/support/start-server.ts",
  url: `http://127.0.0.1:${port}/readyz`,
  env: settings,
  timeout: 120_000,
  // Its database must stop before its files go.
  gracefulShutdown: { signal: "SIGTERM" as const, timeout: 20_000 },
});

/** The end-to-end tests: real servers from dist/, each with its own database, and a real Chromium. */
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  fullyParallel: true,
  // A test waits for its page half of the time: three workers keep two cores busy.
  workers: Number(process.env["E2E_WORKERS"] ?? 3),
  // A shared machine may stand still for seconds, and be half as fast as another; what passes waits for neither.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env["CI"]),
  reporter: "list",
  use: {
    baseURL: addresses.main,
    // Screenshots of every frame would cost as much as the tests themselves; the last one is the most useful.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false },
    screenshot: "only-on-failure",
    viewport: { width: 1280, height: 800 },
    // It would answer requests before a test's routes see them; the tests about it allow it.
    serviceWorkers: "block",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        `--disable-features=${switchedOff.join(",")}`,
      ],
    },
  },
  webServer: [
    { command: "node --import tsx e2e/support/oauth-providers.ts", url: `http://127.0.0.1:${ports.providers}/health` },
    serve(ports.main, mainSettings),
    serve(ports.confirming, confirmingSettings),
  ],
});
