import type { Backdrop } from "./backdrop.ts";
import type { Outfit } from "./garments.ts";
import type { PoseName } from "./poses.ts";

// prettier-ignore
export const STYLE_NAMES = [
  "Streetwear", "Casual", "Business Casual", "Retro", "Formal", "Sporty", "Bohemian", "Vintage", "Minimalist", "Grunge",
  "Preppy", "Y2K",
] as const;
export type StyleName = (typeof STYLE_NAMES)[number];

/** A look put together by hand: what is worn, where, and how its poster talks about it. */
export type Look = Outfit & {
  title: string;
  caption: string;
  tags: readonly string[];
  backdrop: Backdrop;
  wearer?: "woman" | "man";
  pose?: PoseName;
  /** Framed from the knees up: the shoes are out of the picture. */
  close?: true;
  /** Laid out on a surface instead of worn. */
  flat?: true;
};
