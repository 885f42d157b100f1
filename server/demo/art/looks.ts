import type { Look, StyleName } from "./look.ts";
import { BOHEMIAN, CASUAL, GRUNGE } from "./looks-free.ts";
import { PREPPY, RETRO, VINTAGE } from "./looks-past.ts";
import { SPORTY, STREETWEAR, Y2K } from "./looks-street.ts";
import { BUSINESS_CASUAL, FORMAL, MINIMALIST } from "./looks-work.ts";
import { nth } from "./geometry.ts";

export const LOOKS: Readonly<Record<StyleName, readonly Look[]>> = {
  Streetwear: STREETWEAR,
  Casual: CASUAL,
  "Business Casual": BUSINESS_CASUAL,
  Retro: RETRO,
  Formal: FORMAL,
  Sporty: SPORTY,
  Bohemian: BOHEMIAN,
  Vintage: VINTAGE,
  Minimalist: MINIMALIST,
  Grunge: GRUNGE,
  Preppy: PREPPY,
  Y2K,
};

/** Beyond the curated looks the numbers start over as further takes: other people, another setting. */
export const lookAt = (style: StyleName, n: number): { look: Look; take: number } => ({
  look: nth(LOOKS[style], n),
  take: Math.floor(n / LOOKS[style].length),
});
