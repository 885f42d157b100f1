import { lazy, Suspense } from "react";
import type { OutfitCard } from "#contract/outfits.ts";
import { Cover } from "./cover.tsx";

const LandingStory = lazy(async () => ({ default: (await import("./landing-story.tsx")).LandingStory }));

/** What a visitor sees first. */
export function Landing({ outfits }: { outfits: readonly OutfitCard[] | undefined }) {
  return (
    <>
      <Cover outfits={outfits} />
      <Suspense>
        <LandingStory outfits={outfits} />
      </Suspense>
    </>
  );
}
