import clsx from "clsx";
import type { CSSProperties } from "react";
import type { PlacedItem } from "#contract/outfits.ts";

interface ItemSpotsProps {
  /** Items with a spot on this photo. */
  items: readonly PlacedItem[];
  /** The one that is named. */
  openId: string | null;
  onOpen: (itemId: string | null) => void;
}

const rowPrefix = "item-";
/** The id of an item's row in 'Shop this look'. */
const itemRowId = (itemId: string) => `${rowPrefix}${itemId}`;

/** The item in whose row in 'Shop this look' something is; null elsewhere. */
export function itemOfRow(target: EventTarget | null): string | null {
  const row = target instanceof Element ? target.closest(`li[id^="${rowPrefix}"]`) : null;
  return row && row.id.slice(rowPrefix.length);
}

/** Marks on a photo; a press names the item and leads to its row in 'Shop this look'. */
export function ItemSpots({ items, openId, onOpen }: ItemSpotsProps) {
  if (items.length === 0) return null;
  return (
    <ul aria-label="Items on this photo">
      {items.map(({ id, brand, productName, spot }) => {
        if (!spot) return null;
        const isOpen = openId === id;
        return (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes what its button opened
          <li
            key={id}
            className={clsx("absolute", isOpen && "z-10")}
            // As wide as the photo, which its label must fit into.
            style={{ left: 0, right: 0, top: `${spot.y * 100}%` }}
            onKeyDown={(event) => {
              if (event.key !== "Escape") return;
              event.currentTarget.querySelector("button")?.focus();
              onOpen(null);
            }}
          >
            <button
              type="button"
              aria-label={`${brand} ${productName}`}
              aria-expanded={isOpen}
              onClick={() => onOpen(isOpen ? null : id)}
              className="absolute grid size-11 place-items-center rounded-full"
              style={{ left: `${spot.x * 100}%`, transform: "translate(-50%, -50%)" }}
            >
              <span className="size-5 rounded-full border-2 border-white bg-black/60" />
            </button>
            {isOpen && (
              <a
                href={`#${itemRowId(id)}`}
                onClick={(event) => goToRow(event, id)}
                className="absolute rounded-input bg-paper px-3 py-2 text-fine font-medium text-ink"
                style={labelStyle(spot)}
              >
                <span className="block text-muted">{brand}</span>
                <span className="line-clamp-2 break-words">{productName}</span>
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/**
 * Above a mark near the lower edge. Sideways it is moved by as much of its own width as the mark is from the photo's left, so
 * that it never leaves the photo, whose frame would cut it.
 */
function labelStyle({ x, y }: NonNullable<PlacedItem["spot"]>): CSSProperties {
  return {
    left: `${x * 100}%`,
    ...(y > 0.7 ? { bottom: 20 } : { top: 20 }),
    width: "max-content",
    maxWidth: "min(16rem, 80%)",
    transform: `translateX(${-x * 100}%)`,
  };
}

/** Without a change of the address, which the router would take for a new page. */
function goToRow(event: { preventDefault(): void }, itemId: string): void {
  event.preventDefault();
  const row = document.getElementById(itemRowId(itemId));
  row?.scrollIntoView({ block: "center" });
  row?.focus({ preventScroll: true });
}
