import clsx from "clsx";
import { moneyText } from "./reward-text.ts";

interface GiftCardArtProps {
  giftCardType: string;
  valueCents: number;
  currency: string;
  /** `small` next to a line of text, where it carries no words. */
  size?: "small" | "regular";
  /** Out of stock: drained of its colour. */
  isPale?: boolean;
  className?: string;
}

/** Paper, two cuttings and the ink on them. */
const papers = [
  ["#1f3d36", "#e3a33b", "#2f6a58", "#f7f1e3"],
  ["#b8442a", "#f0c9a0", "#7d2617", "#fff4ea"],
  ["#e9dfcb", "#2b2a28", "#c9562f", "#1a1512"],
  ["#223252", "#d98c6a", "#3c5a91", "#f2efe6"],
  ["#e2b13f", "#8a2f1d", "#f3dc9b", "#23160a"],
  ["#d9cfe0", "#5b3a6e", "#b07a9d", "#1d1024"],
] as const;

/** Cuttings on a 160 by 100 sheet, out of the way of the words at the left: each brand has its own. */
const cuttings = [
  ["M102 106C90 78 126 62 116 36S136-8 176-12v120z", "M124 70a20 20 0 1 0 40 0 20 20 0 1 0-40 0"],
  ["M80 106C100 56 130 86 176 36v74z", "M116 12h30v30h-30z"],
  ["M88 106 128 34l48 72z", "M110 106l36-44 40 44z"],
  ["M166 104a64 64 0 0 1-64-64V-8h70v112z", "M116 104a46 46 0 0 1 46-46v46z"],
] as const;

/** A gift card, drawn: cut paper in the colours of its brand, the value large. Decorative: its name is written next to it. */
export function GiftCardArt({
  giftCardType,
  valueCents,
  currency,
  size = "regular",
  isPale = false,
  className,
}: GiftCardArtProps) {
  const seed = hash(giftCardType.toLowerCase());
  const [paper, first, second, ink] = papers[(seed >>> 16) % papers.length] ?? papers[0];
  const [wave, mark] = cuttings[(seed >>> 13) % cuttings.length] ?? cuttings[0];
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "@container relative block aspect-[8/5] overflow-hidden select-none",
        size === "small" ? "rounded-[6px]" : "rounded-photo",
        isPale && "opacity-60 grayscale",
        className,
      )}
      // A drawing keeps its colours where the page has the reader's own.
      style={{ backgroundColor: paper, color: ink, forcedColorAdjust: "none" }}
    >
      <svg viewBox="0 0 160 100" preserveAspectRatio="xMidYMid slice" className="absolute inset-0 size-full">
        <path d={wave} fill={second} />
        <path d={mark} fill={first} />
      </svg>
      {size === "regular" && (
        <span className="absolute inset-0 flex flex-col justify-between p-[6cqw]">
          <span className="small-caps">{giftCardType}</span>
          <span className="font-display text-[clamp(1.75rem,20cqw,4rem)] leading-none">
            {moneyText(valueCents, currency)}
          </span>
        </span>
      )}
    </span>
  );
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 2_166_136_261;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 16_777_619);
  return value >>> 0;
}
