import { Link } from "@tanstack/react-router";
import { colours } from "#contract/colours.ts";
import type { PaletteColour } from "#contract/outfits.ts";
import { chipClass } from "#web/ui/chip.tsx";

const nameOf = (wanted: string) => colours.find(({ key }) => key === wanted)?.name ?? wanted;

/** The colours of the clothes, each with its way to more of them. */
export function Palette({ palette }: { palette: readonly PaletteColour[] }) {
  return (
    <ul aria-label="Colours" className="mt-6 flex flex-wrap gap-2">
      {palette.map(({ key, hex, share }) => (
        <li key={hex}>
          <Link to="/explore" search={{ colours: key }} className={chipClass()}>
            <span
              aria-hidden="true"
              className="size-5 rounded-full border border-ink/25 forced-color-adjust-none forced-colors:border-[CanvasText]"
              style={{ backgroundColor: hex }}
            />
            {`${nameOf(key)} `}
            <span className="text-muted tabular-nums">{Math.round(share * 100)} %</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
