import type { ReactNode } from "react";
import type { OutfitCard } from "#contract/outfits.ts";
import { HydratedSuspense } from "#web/ui/hydrated-suspense.tsx";
import { Cover } from "./cover.tsx";

interface LandingProps {
  outfits: readonly OutfitCard[] | undefined;
  /** The story behind the cover, in a file of its own that screens after the first load do not need. */
  children: ReactNode;
}

/** The visitor's home page. */
export function Landing({ outfits, children }: LandingProps) {
  return (
    <>
      <Cover outfits={outfits} />
      <HydratedSuspense>{children}</HydratedSuspense>
    </>
  );
}
