import { fileURLToPath } from "node:url";

/** The folder that holds package.json, both when run from the sources and from dist/. */
export const rootFolder = fileURLToPath(
  new URL(import.meta.url.includes("/dist/server/") ? "../../" : "../", import.meta.url),
);
