import { readFile } from "node:fs/promises";

/** What differs between two documents. */
interface PageParts {
  /** The lines of the head that describe the page. */
  head: string;
  /** The lines of the head that load its scripts. */
  scripts: string;
  /** The app's container, and its data. */
  body: string;
  /** It has a member's frame: its first script sends a member's first requests besides, web/boot/first-requests.js. */
  isFrame?: boolean;
}

/** Makes a document of its parts. */
export type PageTemplate = (parts: PageParts) => string;

/** The built `index.html`. @throws if it has no markers for the parts */
export async function readPageTemplate(file: string): Promise<PageTemplate> {
  const [start, middle, end] = splitPage(await readFile(file, "utf8"));
  const middleOfFrame = middle.replace('"/boot.js"', '"/member-boot.js"');
  return ({ head, scripts, body, isFrame = false }) =>
    `${start}${head}\n    ${blockRenderingUntil(isFrame ? "page-end" : "main")}\n    ${scripts}${isFrame ? middleOfFrame : middle}${body}${end}`;
}

/**
 * Blocks rendering until the element with this id is parsed. A browser that parses in parts would otherwise paint a part of the bars,
 * or bars without the screen that they adapt to, and move them with the rest:
 * https://html.spec.whatwg.org/multipage/links.html#link-type-expect
 */
const blockRenderingUntil = (id: string): string => `<link rel="expect" href="#${id}" blocking="render" />`;

const markers =
  /^([\s\S]*?)<!-- head -->[\s\S]*?<!-- \/head -->([\s\S]*?)<!-- page -->[\s\S]*?<!-- \/page -->([\s\S]*)$/;

/** The parts that all pages share: before the page's own head, between head and content, and after the content. */
function splitPage(page: string): [string, string, string] {
  const [, start = "", middle = "", end = ""] = markers.exec(page) ?? [];
  if (start === "")
    throw new Error("index.html has no <!-- head --> … <!-- /head --> and <!-- page --> … <!-- /page --> after it");
  return [start, middle, end];
}
