import { contrasting } from "./colour.ts";
import type { Weave } from "./garments.ts";
import { round } from "./geometry.ts";
import type { Page } from "./page.ts";
import { PRINTS } from "./prints.ts";
import { type Weaver, WEAVES } from "./weaves.ts";

const TEXTILES: Readonly<Record<Weave, Weaver>> = { ...WEAVES, ...PRINTS };

/** A paint reference for a textile, turned by so many degrees; equal textiles share one definition. */
export function fabricPaint(
  page: Page,
  weave: Weave,
  ground: string,
  accent: string | undefined,
  turn: number,
): string {
  const tile = TEXTILES[weave]({ ground, figure: accent ?? contrasting(ground, 0.55) });
  const angle = Math.round((tile.turn ?? 0) + turn);
  const transform = angle === 0 ? "" : ` patternTransform="rotate(${angle})"`;
  return page.paint(
    `${weave}${ground}${accent ?? ""}t${angle + 360}`,
    (id) =>
      `<pattern id="${id}" width="${round(tile.width)}" height="${round(tile.height)}" patternUnits="userSpaceOnUse"${transform}>` +
      `${tile.body}</pattern>`,
  );
}
