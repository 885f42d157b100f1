import { round } from "./geometry.ts";

/** What a part of a figure is, for label maps; what is not part of the figure is background. */
export type Part =
  | "background"
  | "skin"
  | "hair"
  | "hat"
  | "eyewear"
  | "top"
  | "outer"
  | "dress"
  | "pants"
  | "skirt"
  | "legwear"
  | "shoes"
  | "bag"
  | "belt"
  | "scarf"
  | "jewellery";

/**
 * One picture being drawn: hands out ids, gathers definitions, and remembers the outline of everything
 * drawn as cloth or skin, so that the same shapes can fall as a shadow on the wall and the floor.
 */
export class Page {
  private readonly prefix: string;
  private readonly marksParts: boolean;
  private count = 0;
  private definitions = new Map<string, string>();
  private traces: string[] = [];

  /** @param marksParts Whether groups with `data-part` say what the parts of a figure are. */
  constructor(prefix: string, marksParts = false) {
    this.prefix = prefix.replace(/[^a-z0-9]/gi, "");
    this.marksParts = marksParts;
  }

  /** Marks what a drawing shows, where it was asked for; a part within another is told apart from it. */
  part(part: Part, drawn: string): string {
    return this.marksParts && drawn !== "" ? `<g data-part="${part}">${drawn}</g>` : drawn;
  }

  /** A fresh id, unique in this picture and distinct from those of pictures with another prefix. */
  id(): string {
    this.count += 1;
    return `${this.prefix}${this.count.toString(36)}`;
  }

  /** Stores a definition once per key and gives the reference to paint with. */
  paint(key: string, define: (id: string) => string): string {
    const id = `${this.prefix}-${key.replace(/[^a-z0-9]/gi, "")}`;
    if (!this.definitions.has(id)) this.definitions.set(id, define(id));
    return `url(#${id})`;
  }

  trace(path: string): void {
    this.traces.push(`<path d="${path}"/>`);
  }

  /** Draws under a transform, which also applies to the traces left meanwhile. */
  within(transform: string, draw: () => string): string {
    const outer = this.traces;
    this.traces = [];
    const drawn = draw();
    outer.push(`<g transform="${transform}">${this.traces.join("")}</g>`);
    this.traces = outer;
    return `<g transform="${transform}">${drawn}</g>`;
  }

  /** Everything traced since the last call, as one shape. */
  takeSilhouette(): string {
    const silhouette = this.traces.join("");
    this.traces = [];
    return silhouette;
  }

  document(size: { width: number; height: number; viewBox?: string }, body: string): string {
    const viewBox = size.viewBox ?? `0 0 ${size.width} ${size.height}`;
    const definitions = [...this.definitions.values()].join("");
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" ` +
      `viewBox="${viewBox}"><defs>${definitions}</defs>${body}</svg>`
    );
  }
}

const alpha = (opacity: number) => (opacity < 1 ? ` opacity="${opacity}"` : "");

export const shape = (path: string, fill: string, opacity = 1) => `<path d="${path}" fill="${fill}"${alpha(opacity)}/>`;

export const stroke = (path: string, colour: string, width: number, opacity = 1, extra = "") =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${round(width)}" ` +
  `stroke-linecap="round" stroke-linejoin="round"${alpha(opacity)} ${extra}/>`;

export const STITCHED = 'stroke-dasharray="7 5"';
export const BUTT = 'style="stroke-linecap:butt"';

export const dot = (x: number, y: number, radius: number, fill: string, opacity = 1) =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"${alpha(opacity)}/>`;

export const oval = (x: number, y: number, rx: number, ry: number, fill: string, opacity = 1) =>
  `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="${fill}"${alpha(opacity)}/>`;

export const box = (x: number, y: number, width: number, height: number, fill: string, opacity = 1) =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}"${alpha(opacity)}/>`;
