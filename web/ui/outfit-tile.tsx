import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import type { ReactNode } from "react";
import type { OutfitCard } from "#contract/outfits.ts";
import { markOpenedPhoto, openedPhotoName, wasOpened } from "#web/lib/photo-transition.ts";
import { Picture } from "./picture.tsx";
import { Skeleton } from "./skeleton.tsx";

interface OutfitTileProps {
  outfit: Pick<OutfitCard, "id" | "title" | "altText" | "picture">;
  /** Shown faded: others do not see it. */
  isPale?: boolean;
  /** On the photograph: buttons and badges. */
  children?: ReactNode;
}

/** A photograph in a grid: all of one height, cropped from below, since faces are at the top. */
export function OutfitTile({ outfit, isPale = false, children }: OutfitTileProps) {
  return (
    <article className="group/tile relative">
      <Link
        to="/outfit/$outfitId"
        params={{ outfitId: outfit.id }}
        onClick={(event) => markOpenedPhoto(outfit.id, event.currentTarget.querySelector("img"))}
        className="block rounded-photo"
      >
        <span className="block overflow-hidden rounded-photo">
          <Picture
            picture={outfit.picture}
            // The title is below; it is read once.
            alt={outfit.altText === outfit.title ? "" : outfit.altText}
            sizes={tileSizes}
            style={wasOpened(outfit.id) ? { viewTransitionName: openedPhotoName } : {}}
            className={clsx(
              "aspect-3/4! object-cover object-top transition-[transform,opacity] duration-250 ease-out motion-safe:group-hover/tile:scale-[1.02]",
              isPale && "opacity-45",
            )}
          />
        </span>
        <span dir="auto" className="mt-2 block truncate text-fine font-medium">
          {outfit.title}
        </span>
      </Link>
      {children}
    </article>
  );
}

const tileSizes = "(width >= 68.75rem) 320px, (width >= 48rem) 33vw, 50vw";

/** The row or grid of tiles. */
export const tileGridClass =
  "grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-x-3 gap-y-5 sm:grid-cols-3 md:grid-cols-4 md:gap-x-4";

interface TileSkeletonsProps {
  label: string;
  count: number;
  /** With a row of buttons below each. */
  hasActions?: boolean;
}

/** Skeletons of tiles. */
export function TileSkeletons({ label, count, hasActions = false }: TileSkeletonsProps) {
  return (
    <ul aria-label={label} aria-busy="true" className={tileGridClass}>
      {Array.from({ length: count }, (_, index) => (
        <li key={index}>
          <Skeleton className="aspect-3/4 rounded-photo!" />
          <Skeleton className="mt-3 h-3 w-3/5" />
          {hasActions && <div className="h-11" />}
        </li>
      ))}
    </ul>
  );
}
