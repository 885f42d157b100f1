import prefresh from "@prefresh/vite";
import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import { defineConfig, type PluginOption } from "vite";
import { preactAliases } from "./scripts/vite-preact.ts";
import { buildPageHtml } from "./scripts/vite-page-html.ts";
import { precompress } from "./scripts/vite-precompress.ts";
import { preloadFonts } from "./scripts/vite-preload-fonts.ts";
import { buildServiceWorker } from "./scripts/vite-service-worker.ts";

const server = process.env["FASH_SERVER_URL"] ?? `http://127.0.0.1:${process.env["PORT"] ?? 3000}`;
const webPort = Number(process.env["WEB_PORT"] ?? 5173);

/** What fetches all others, so that the entry stands alone and can wait until the page is painted. */
const fetching = { name: "fetching", test: /vite\/preload-helper/ };

/** These change only with a new version of theirs: the file keeps its name, and its place in people's caches. */
const libraries = {
  name: "libraries",
  // The blocker serves the editor alone and comes with it.
  test: /node_modules\/(preact|use-sync-external-store|clsx|@tanstack)\/(?!.*useBlocker|(react-table|table-core|react-virtual|virtual-core)\/)/,
};

/**
 * What every screen needs, in one file: a dozen small ones compress worse and cost a request each. With the router comes
 * what stands of each route before its screen is loaded.
 */
const firstLoadModules = [
  "web/(router|query-client|initial-data)\\.",
  "web/api/(api-error|call|session)",
  "web/data/(me|outfits|paged)\\.",
  "web/lib/(expected-sign-out|go-to-sign-in|is-in-browser|intent-storage|opened-list|overlay|paths|photo-transition|removed-ids|saved-page-count|storage|toast|use-preloaded-screen|when-idle|hydration/(early-input|frame-parts|hydration|use-hydrated))",
  "web/shell/(?!not-found)",
  "web/text/errors\\.",
  "web/ui/(button|error-state|query-error|retry-button|icon-button|icons|picture|skeleton|spinner|placeholder)\\.",
  "contract/(member-names|picture-urls)",
];
const firstLoad = { name: "first-load", test: new RegExp(`/(${firstLoadModules.join("|")})`) };

/** What one does with an outfit, in a feed and on its own page. */
const outfitModules = [
  "data/(closet-keys|outfit-cache|points-cache|reactions|use-sign-in-gate)",
  "features/outfits/(double-tap|heart|like-button|photo-transition|save-button)",
  "lib/(format-count|removals)",
  "ui/(avatar|chip|heart|member-name|no-break)\\.",
];
const outfit = { name: "outfit", test: new RegExp(`/web/(${outfitModules.join("|")})`) };

/** Cards and their feed, which every screen with outfits shows. */
const feedModules = [
  "data/styles\\.",
  "features/outfits/(outfit-(card|grid|feed)|feed-scroll-restoration|masonry|card-picture)",
  "lib/use-(when-near|column-count)",
  "ui/(list-end|more-button)\\.",
];
const feed = { name: "feed", test: new RegExp(`/web/(${feedModules.join("|")})`) };

/** What an outfit's own page shows around its photo; some of it is on other screens, too. */
const outfitPageModules = [
  "features/outfits/(palette|outfit-story|outfit-page-frame|category-icon|shop-list|share-button\\.tsx)",
  "features/follows/follow-(button|member)",
  "(lib|ui)/relative-time",
  "lib/use-is-passed",
  "ui/page-icons",
  "screens/member-menu/member-menu\\.tsx",
];
const outfitPage = { name: "outfit-page", test: new RegExp(`/web/(${outfitPageModules.join("|")})`) };

/** Comments of an outfit or event. */
const commentModules = [
  "data/(comments|comments-cache|comment-likes)\\.",
  "features/comments/(comment-(form|list|row|text|thread)|comments-section|linked-context)\\.",
  "screens/outfit/outfit-comments",
];
const comments = { name: "comments", test: new RegExp(`/web/(${commentModules.join("|")})|/contract/mentions`) };

/** What many of the later screens share, in a few files: each has its name in the first load, which preloads it by that. */
const shared = [
  // Of its own: the landing page would otherwise load the account forms for it.
  { name: "covers", test: /\/web\/(lib\/cover-order|data\/covers)\./ },
  // Before what needs it, which would take it along.
  { name: "dates", test: /\/web\/lib\/dates\./ },
  { name: "icons", test: /node_modules\/lucide-react/, minShareCount: 2 },
  { name: "fields", test: /\/web\/ui\/(field|input|textarea)\./ },
  {
    name: "account",
    test: /\/web\/(api\/(auth-call|oauth-redirect)|text\/auth-errors|data\/auth\.|features\/auth\/(auth-frame|cover))/,
  },
  { name: "people", test: /\/web\/data\/(follows|likers|profiles)\./ },
  { name: "live", test: /\/web\/(api\/live|data\/live-loads)\./ },
  {
    name: "parts",
    test: /\/web\/(lib\/drafts|ui\/(dialog|confirm-dialog|empty-state|inline-error|row-skeleton))\./,
  },
  { name: "colours", test: /\/contract\/colours/ },
  { name: "lead", test: /\/web\/data\/(articles|next-event)\./ },
  { name: "theme", test: /\/web\/lib\/(use-)?theme\./ },
];

export default defineConfig(({ command }) => ({
  root: "web",
  resolve: {
    conditions: ["source", "module", "browser", command === "serve" ? "development" : "production"],
    alias: preactAliases,
  },
  oxc: { jsx: { runtime: "automatic", importSource: "react" } },
  plugins: [
    tanstackRouter({
      target: "react",
      routesDirectory: "routes",
      generatedRouteTree: "routeTree.gen.ts",
      autoCodeSplitting: true,
      // A loader travels with its screen, so that no screen's queries are in the first load of another.
      codeSplittingOptions: {
        defaultBehavior: [["loader", "component"], ["pendingComponent"], ["errorComponent"], ["notFoundComponent"]],
      },
      quoteStyle: "double",
      semicolons: true,
      addExtensions: true,
    }),
    // Keeps the state of components whose file changes.
    command === "serve" && (prefresh() as PluginOption),
    tailwindcss(),
    preloadFonts(["instrument-sans-core", "bodoni-moda-core"]),
    precompress(),
    buildPageHtml(),
    buildServiceWorker(),
  ],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    manifest: true,
    target: "es2023",
    // The Content-Security-Policy allows fonts and pictures of our own origin only, so small files stay files.
    assetsInlineLimit: 0,
    // The server names the scripts of the first screen; those of the next ones are fetched before they are wanted.
    modulePreload: false,
    rolldownOptions: {
      // "use client" in libraries: there are no server components here.
      checks: { moduleLevelDirective: false },
      // Each number of contract/limit-values.ts is written where it is used: no screen carries those of another.
      optimization: { inlineConst: { mode: "all" } },
      output: {
        codeSplitting: { groups: [fetching, libraries, firstLoad, outfit, feed, ...shared, outfitPage, comments] },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    port: webPort,
    proxy: {
      // Not the sources of web/api, which the browser loads from there in development.
      "^/api/(?!.*\\.ts(\\?|$))": server,
      "/auth/v1": server,
      "/media": server,
      "/live": { target: server, ws: true },
    },
  },
}));
