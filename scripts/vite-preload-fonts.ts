import type { HtmlTagDescriptor, Plugin } from "vite";

/** Adds a preload link to the page for each named font file, so that it is there for the first paint. */
export function preloadFonts(names: readonly string[]): Plugin {
  return {
    name: "fash:preload-fonts",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const files = Object.keys(bundle ?? {}).filter(
          (file) => file.endsWith(".woff2") && names.some((name) => file.includes(`/${name}-`)),
        );
        if (files.length !== names.length)
          throw new Error(`Fonts to preload: wanted ${names.join(", ")}, found ${files.join(", ")}`);
        return files.map((file): HtmlTagDescriptor => ({
          tag: "link",
          attrs: { rel: "preload", href: `/${file}`, as: "font", type: "font/woff2", crossorigin: "" },
          injectTo: "head-prepend",
        }));
      },
    },
  };
}
