import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { useState } from "react";
import type { OutfitCard } from "#contract/outfits.ts";
import { useHydrated } from "#web/lib/hydration/use-hydrated.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Icon } from "#web/ui/icons.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { Filmstrip } from "./filmstrip.tsx";

interface CoverProps {
  /** In the order of covers; undefined while they are on their way, empty when there are none. */
  outfits: readonly OutfitCard[] | undefined;
}

/** The first screen: a headline with photographs between its words, over a moving filmstrip. */
export function Cover({ outfits }: CoverProps) {
  const [isStill, setIsStill] = useState(false);
  const isHydrated = useHydrated();
  return (
    <section aria-label="Welcome" className="flex min-h-[calc(100svh-3.5rem)] flex-col md:min-h-[calc(100svh-4rem)]">
      <div className="page-width pt-6 md:pt-8">
        {/* The cap is what the page's widest column holds in two lines. */}
        <h1 className="font-poster text-[clamp(min(3.25rem,14vw),10.2vw,9.25rem)] leading-[0.98]">
          Everyone <br className="md:hidden" />
          is <Windows outfits={outfits} /> <br className="hidden md:block" />
          <span className="md:ml-[0.62em]">wearing</span> <br className="md:hidden" />
          <em className="pr-[0.08em]">something.</em>
        </h1>
        <div className="mt-6 flex flex-col gap-6 md:mt-8 md:flex-row md:items-center md:justify-between">
          <p className="max-w-md text-lead text-balance text-muted">
            Fash is where outfits live. Post yours, find the next one, meet the people wearing them.
          </p>
          <div className="flex flex-wrap items-center gap-3 md:shrink-0 md:flex-nowrap">
            <Link to="/auth" search={{ tab: "sign-up" }} className={`${buttonClass("primary", "large")} max-sm:px-5`}>
              Get Started
            </Link>
            <Link to="/explore" className={`${buttonClass("outline", "large")} max-sm:px-5`}>
              Explore Outfits
            </Link>
            <IconButton
              label={isStill ? "Play animation" : "Pause animation"}
              onClick={() => setIsStill(!isStill)}
              // Invisible but in the layout until scripts run.
              className={clsx("border border-line max-md:ml-auto motion-reduce:hidden", !isHydrated && "invisible")}
            >
              <Icon name={isStill ? "play" : "pause"} />
            </IconButton>
          </div>
        </div>
      </div>
      <Filmstrip outfits={outfits} isStill={isStill} isHydrated={isHydrated} />
    </section>
  );
}

/** Three photographs as high as the letters, whole: no face is cut. Phones have room for two. */
function Windows({ outfits }: CoverProps) {
  return (
    <span aria-hidden="true" className="inline-flex gap-[0.08em] align-[-0.08em]">
      {[0, 1, 2].map((index) => (
        <Window key={index} outfit={outfits?.[index]} isUrgent={index < 2} />
      ))}
    </span>
  );
}

/** One that phones hide is not urgent: so they never fetch it. */
function Window({ outfit, isUrgent }: { outfit: OutfitCard | undefined; isUrgent: boolean }) {
  return (
    <span className="relative block h-[0.78em] w-[0.58em] overflow-hidden md:h-[0.86em] md:w-[0.64em] rounded-[0.1em] bg-ink/8 last:hidden md:last:block">
      {outfit && (
        <Picture
          picture={outfit.picture}
          alt=""
          sizes="(width >= 48rem) 7vw, 10vw"
          isUrgent={isUrgent}
          className="absolute inset-0 h-full! object-cover"
        />
      )}
    </span>
  );
}
