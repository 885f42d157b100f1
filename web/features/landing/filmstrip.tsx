import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import type { OutfitCard } from "#contract/outfits.ts";
import { markOpenedPhoto } from "#web/lib/photo-transition.ts";
import { Picture } from "#web/ui/picture.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const shownMax = 12;
const inHeadline = 3;
/** How each picture in turn stands in the strip: its width, and how far it hangs below the edge. Tall windows have room for more. */
const stands = [
  "w-[max(14rem,34svh)] lg:w-60 mt-0",
  "w-[max(11rem,27svh)] lg:w-48 mt-10",
  "w-[max(15rem,37svh)] lg:w-72 mt-4",
  "w-[max(12rem,29svh)] lg:w-52 mt-14",
  "w-[max(14rem,35svh)] lg:w-64 mt-2",
  "w-[max(11rem,27svh)] lg:w-48 mt-8",
] as const;
const standOf = (index: number) => stands[index % stands.length] ?? stands[0];

interface FilmstripProps {
  outfits: readonly OutfitCard[] | undefined;
  isStill: boolean;
  /** Without scripts it does not move and can be scrolled by hand. */
  isHydrated: boolean;
}

/** A moving filmstrip of outfits. It pauses under the pointer and on focus, and can be stopped. */
export function Filmstrip({ outfits, isStill, isHydrated }: FilmstripProps) {
  if (outfits?.length === 0) return null;
  // The first ones are in the headline above, unless there are hardly more.
  const isMany = (outfits?.length ?? 0) > inHeadline * 2;
  const shown = outfits?.slice(isMany ? inHeadline : 0).slice(0, shownMax);
  return (
    <div
      className={clsx(
        "group/strip relative mt-8 grow md:mt-10",
        "overflow-x-auto [scrollbar-width:none]",
        isHydrated && "motion-safe:overflow-hidden",
      )}
    >
      <div
        className={clsx(
          "flex w-max items-start",
          isHydrated &&
            "motion-safe:animate-[drift_90s_linear_infinite] group-hover/strip:[animation-play-state:paused] group-focus-within/strip:[animation-play-state:paused]",
          isStill && "[animation-play-state:paused]",
        )}
      >
        {shown ? (
          <>
            <Strip outfits={shown} />
            {/* The same once more, so that the end runs into the beginning. */}
            {isHydrated && <Strip outfits={shown} isCopy />}
          </>
        ) : (
          <StripSkeleton />
        )}
      </div>
    </div>
  );
}

function Strip({ outfits, isCopy = false }: { outfits: readonly OutfitCard[]; isCopy?: boolean }) {
  return (
    <ul
      aria-hidden={isCopy || undefined}
      aria-label={isCopy ? undefined : "Worn by members"}
      className={clsx("flex items-start", isCopy && "motion-reduce:hidden")}
    >
      {outfits.map((outfit, index) => (
        <li key={outfit.id} className={clsx("mr-3 shrink-0 md:mr-5", standOf(index))}>
          <Link
            to="/outfit/$outfitId"
            params={{ outfitId: outfit.id }}
            tabIndex={isCopy ? -1 : undefined}
            onClick={(event) => markOpenedPhoto(outfit.id, event.currentTarget.querySelector("img"))}
            className="focus-on-photo relative block overflow-hidden rounded-photo"
          >
            <Picture
              picture={outfit.picture}
              alt={isCopy ? "" : outfit.altText}
              sizes="(width >= 68.75rem) 288px, max(240px, 34vh)"
              isUrgent={index < 2 && !isCopy}
            />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function StripSkeleton() {
  return (
    <>
      <output className="sr-only">Loading outfits...</output>
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} className={clsx("mr-3 aspect-3/4 shrink-0 rounded-photo! md:mr-5", standOf(index))} />
      ))}
    </>
  );
}
