import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import type { OutfitCard } from "#contract/outfits.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Picture } from "#web/ui/picture.tsx";

const fan = ["-rotate-12 -translate-x-[42%]", "rotate-10 translate-x-[42%]", "-rotate-2"] as const;

/** What visitors see instead of a deck. */
export function VisitorCard({ outfits }: { outfits: readonly OutfitCard[] }) {
  return (
    <div className="flex grow flex-col items-center justify-center pb-4 text-center">
      <div aria-hidden="true" className="relative mt-6 aspect-3/4 h-[min(40dvh,26rem)] min-h-[192px]">
        {fan.map((place, index) => (
          <span
            key={place}
            className={clsx(
              "absolute inset-0 origin-bottom overflow-hidden rounded-photo border border-line bg-surface",
              place,
            )}
          >
            {outfits[index] && (
              <Picture
                picture={outfits[index].picture}
                alt=""
                sizes="20rem"
                isUrgent
                className="h-full! object-cover object-top"
              />
            )}
          </span>
        ))}
      </div>
      {/* Always two lines on a phone: the block is centred, and a third line would shift it. */}
      <h2 className="font-display mt-10 max-w-64 text-headline text-balance md:max-w-none">
        Sign in to start swiping!
      </h2>
      <p className="mt-3 max-w-sm text-lead text-muted">Create an account to discover and like amazing outfits</p>
      <Link
        to="/auth"
        search={{ tab: "sign-up", next: "/swipes" }}
        className={`${buttonClass("primary", "large")} mt-7`}
      >
        Get Started
      </Link>
    </div>
  );
}
