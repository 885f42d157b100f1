import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { precompress } from "./scripts/vite-precompress.ts";
import { preloadFonts } from "./scripts/vite-preload-fonts.ts";

const server = process.env["FASH_SERVER_URL"] ?? `http://127.0.0.1:${process.env["PORT"] ?? 3000}`;
const webPort = Number(process.env["WEB_PORT"] ?? 5173);

export default defineConfig(({ command }) => ({
  root: "web",
  resolve: { conditions: ["source", "module", "browser", command === "serve" ? "development" : "production"] },
  plugins: [
    tanstackRouter({
      target: "react",
      routesDirectory: "routes",
      generatedRouteTree: "routeTree.gen.ts",
      autoCodeSplitting: true,
      quoteStyle: "double",
      semicolons: true,
      addExtensions: true,
    }),
    react(),
    tailwindcss(),
    preloadFonts(["instrument-sans-latin-wght-normal", "bodoni-moda-latin-opsz-normal"]),
    precompress(),
  ],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    manifest: true,
    target: "es2023",
    // The Content-Security-Policy allows fonts and pictures of our own origin only, so small files stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
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
