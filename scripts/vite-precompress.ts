import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
const compressible = /\.(js|css|html|svg|json|webmanifest|txt)$/;

/**
 * Writes `file.br` (quality 11) and `file.gz` next to every text file of the build, so that the server never
 * compresses a file on the fly. A file that compression does not shrink keeps only its plain form.
 */
export function precompress(): Plugin {
  return {
    name: "fash:precompress",
    apply: "build",
    async writeBundle({ dir: folder = "" }) {
      const files = await readdir(folder, { recursive: true });
      await Promise.all(files.filter((file) => compressible.test(file)).map((file) => compress(join(folder, file))));
    },
  };
}

/** Writes the compressed forms of a file next to it. */
export async function compress(path: string): Promise<void> {
  const plain = await readFile(path);
  const [br, gz] = await Promise.all([
    brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    deflate(plain, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  if (br.length < plain.length) await writeFile(`${path}.br`, br);
  if (gz.length < plain.length) await writeFile(`${path}.gz`, gz);
}
