import { cloth } from "./cloth.ts";
import { darker, lighter, luminance } from "./colour.ts";
import type { Frame } from "./frame.ts";
import type { Textile } from "./garments.ts";
import { closedPath, openPath, tube } from "./geometry.ts";
import { dot, type Page, shape, stroke } from "./page.ts";

export const neckRib = (frame: Frame, colour: string, width = 9) =>
  stroke(openPath(frame.line("-42,328 -24,349 0,355 24,349 42,328")), colour, width);

export const veeRib = (frame: Frame, colour: string) =>
  stroke(openPath(frame.line("-42,328! 0,432! 42,328!")), colour, 11);

export const rollNeck = (page: Page, frame: Frame, colour: string) =>
  cloth(page, frame.outline("0,294 35,300! 38,344 0,358"), lighter(colour, 0.05), { weave: "rib", light: [-9, -3] });

/** Two collar points; `open` spreads them into a camp collar. */
export function shirtCollar(page: Page, frame: Frame, cloth_: Textile, open = false): string {
  const out = open ? 10 : 0;
  const side = (sign: number) =>
    cloth(
      page,
      frame.line(
        `${sign},${360 + out * 2}! ${sign * 38},314! ${sign * (60 + out * 0.6)},346! ${sign * (37 + out)},${391 + out * 1.4}!`,
      ),
      lighter(cloth_.colour, 0.1),
      { weave: cloth_.weave, accent: cloth_.accent, light: [-6, -4], shade: 0.18 },
    );
  return side(-1) + side(1);
}

export function hood(page: Page, frame: Frame, colour: string): string {
  const outline = frame.outline("0,366! 26,332 40,286! 66,306 79,356 36,385 0,393");
  const cord = luminance(colour) > 0.4 ? "#ffffff" : lighter(colour, 0.6);
  const cords = openPath(frame.line("-18,376 -23,420 -20,452")) + openPath(frame.line("18,376 24,416 21,444"));
  return cloth(page, outline, lighter(colour, 0.06), { light: [-10, -6] }) + stroke(cords, cord, 5);
}

export const tie = (page: Page, frame: Frame, colour: string) =>
  cloth(page, frame.outline("0,362! 13,366! 8,394! 21,562! 0,594!"), colour, {
    light: [-6, -2],
    detail: stroke(openPath(frame.line("-12,394 12,390")), darker(colour, 0.4), 3, 0.6),
  });

export const bowTie = (page: Page, frame: Frame, colour: string) =>
  cloth(page, frame.outline("0,358 40,346! 42,386! 0,374"), colour, { light: [-4, -4], gloss: true }) +
  shape(closedPath(frame.outline("0,356 10,358 10,376 0,378")), lighter(colour, 0.14));

export function softBow(page: Page, frame: Frame, colour: string): string {
  const loops = cloth(page, frame.outline("0,362! 46,340 54,384 0,374!"), colour, { light: [-5, -4] });
  const tail = (text: readonly (readonly [number, number, number])[]) =>
    cloth(page, tube(text.map(([x, y, width]) => [...pairOf(frame, x, y), width])), colour, { light: [-5, -2] });
  const [x, y] = frame.bend(0, 367);
  return (
    loops +
    tail([
      [-4, 372, 14],
      [-16, 430, 24],
      [-12, 480, 26],
    ]) +
    tail([
      [4, 372, 14],
      [18, 420, 24],
      [22, 460, 26],
    ]) +
    dot(x, y, 12, darker(colour, 0.15))
  );
}
const pairOf = (frame: Frame, x: number, y: number): [number, number] => {
  const [bentX, bentY] = frame.bend(x, y);
  return [bentX, bentY];
};
