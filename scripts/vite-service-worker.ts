import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { build, type InlineConfig, type Plugin, type ResolvedConfig } from "vite";
import { compress } from "./vite-precompress.ts";

/** Routes that members open without the network; their code is fetched in advance. */
const routes = [
  "index",
  "explore",
  "styles",
  "swipes",
  "closet",
  "me",
  "notifications",
  "messages",
  "add-outfit",
  "settings",
  "points",
  "rewards",
  "events",
  "articles",
  "outfit.$outfitId",
  "profile.$username",
  "boards.$boardId",
  "events_.mine",
  "events_.$eventId",
  "articles_.$articleId",
  "tag.$tag",
  "brand.$brand",
];
/** Files without a hash in their name. */
const firstScripts = [
  { input: "public/boot.js", file: "boot.js" },
  { input: "boot/member-boot.js", file: "member-boot.js" },
];
const ownFiles = [...firstScripts.map(({ file }) => `/${file}`), "/offline.html", "/offline.css", "/favicon.svg"];
const inDevelopment = { version: "", entry: "", files: [], screens: [], others: [] };

interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}
type Manifest = Partial<Record<string, Chunk>>;

/** Builds web/service-worker into `sw.js`, which knows the files of the build, and the first scripts of the documents; in development, only a worker without files. */
export function buildServiceWorker(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "fash:service-worker",
    configResolved(resolved) {
      config = resolved;
    },
    configureServer(server) {
      server.middlewares.use("/sw.js", (_request, response, next) => {
        bundle(config.root, worker, { define: toDefine(inDevelopment), build: { write: false } }).then((code) => {
          response.setHeader("content-type", "text/javascript");
          response.end(code);
        }, next);
      });
    },
    closeBundle: {
      order: "post",
      async handler() {
        if (config.command !== "build") return;
        const folder = path.resolve(config.root, config.build.outDir);
        // Pages wait for them: without comments they are half as large.
        for (const script of firstScripts) {
          await bundle(config.root, script, { build: { outDir: folder } });
          await compress(path.join(folder, script.file));
        }
        await bundle(config.root, worker, {
          define: toDefine(await describeRelease(folder)),
          build: { outDir: folder },
        });
        await compress(path.join(folder, worker.file));
      },
    },
  };
}

const worker = { input: "service-worker/sw.ts", file: "sw.js" };
const toDefine = (release: unknown) => ({ RELEASE: JSON.stringify(release) });

/** Builds one script without imports, and returns its code. */
async function bundle(root: string, { input, file }: typeof worker, config: InlineConfig): Promise<string> {
  const output = await build({
    ...config,
    configFile: false,
    root,
    logLevel: "error",
    publicDir: false,
    build: {
      ...config.build,
      emptyOutDir: false,
      target: "es2023",
      modulePreload: false,
      rolldownOptions: { input: path.join(root, input), output: { format: "iife", entryFileNames: file } },
    },
  });
  const [script] = "output" in output ? output.output : [];
  return script?.type === "chunk" ? script.code : "";
}

async function describeRelease(folder: string): Promise<object> {
  const manifest = JSON.parse(await readFile(path.join(folder, ".vite/manifest.json"), "utf8")) as Manifest;
  const entry = manifest["index.html"];
  if (!entry) throw new Error("The manifest has no index.html");
  const files = listFiles(manifest);
  const fonts = (await readdir(path.join(folder, "assets"))).filter((file) => /-core-[\w-]+\.woff2$/.test(file));
  const all = [...ownFiles, ...[...files, ...fonts.map((file) => `assets/${file}`)].map((file) => `/${file}`)];
  const hash = createHash("sha256").update(all.join());
  for (const file of ownFiles) hash.update(await readFile(path.join(folder, file)));
  const version = hash.digest("hex").slice(0, 12);
  return { version, entry: `/${entry.file}`, files: all, screens: routes.map(toPath), others: listOthers(manifest) };
}

/** /events/add looks like /events/*, but is a screen of its own. */
function listOthers(manifest: Manifest): string[] {
  const ofScreens = new Set(routes.map(toPath));
  const named = Object.keys(manifest).flatMap((key) => /^routes\/([^$]+)\.tsx/.exec(key)?.[1] ?? []);
  return [...new Set(named.map(toPath))].filter(
    (path) => !ofScreens.has(path) && ofScreens.has(path.replace(/[^/]+$/, "*")),
  );
}

/** The code of the start and of the screens, with what they load later, but not that of other screens. */
function listFiles(manifest: Manifest): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const add = (key: string, isWanted: boolean) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key) || (!isWanted && key.startsWith("routes/"))) return;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const imported of chunk.imports ?? []) add(imported, true);
    for (const later of chunk.dynamicImports ?? []) add(later, false);
  };
  add("index.html", true);
  for (const route of routes) {
    const parts = Object.keys(manifest).filter((key) => key.startsWith(`routes/${route}.tsx?`));
    if (parts.length === 0) throw new Error(`The build has no routes/${route}.tsx: was it renamed?`);
    for (const part of parts) add(part, true);
  }
  return files;
}

/** `events_.$eventId` is /events/*. */
const toPath = (route: string): string =>
  route === "index" ? "/" : `/${route.replaceAll("_", "").replaceAll(".", "/").replace(/\$\w+/g, "*")}`;
