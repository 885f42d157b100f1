import { useState } from "react";
import type { Outfit, OutfitCard } from "#contract/outfits.ts";
import { failureOnPhotoClass, OutfitPageFrame } from "#web/features/outfits/outfit-page-frame.tsx";
import { OutfitPhoto } from "#web/features/outfits/outfit-photo.tsx";
import { HydratedSuspense } from "#web/ui/hydrated-suspense.tsx";
import { OutfitStory, OutfitStorySkeleton } from "#web/features/outfits/outfit-story.tsx";
import { MoreOutfits, OutfitComments, PhotoTools } from "./below-outfit.lazy.ts";
import { OutfitActions, OutfitBarActions, OutfitHead } from "./outfit-actions.tsx";

interface OutfitDetailProps {
  /** Enough to begin with. */
  card: OutfitCard;
  outfit: Outfit | undefined;
}

/** An outfit's page. */
export function OutfitDetail({ card, outfit }: OutfitDetailProps) {
  const { width, height } = card.picture;
  // Another outfit may take its place on the same screen.
  const [shownPhoto, setShownPhoto] = useState({ outfitId: card.id, place: 0 });
  const shown = shownPhoto.outfitId === card.id ? shownPhoto.place : 0;
  const onShow = (place: number) => setShownPhoto({ outfitId: card.id, place });
  return (
    <>
      {/* The keyboard shortcuts look for its controls. */}
      <article aria-label={card.title} data-outfit-page="">
        <OutfitPageFrame
          ratio={width / height}
          photo={
            <>
              <OutfitPhoto card={card} outfit={outfit} shown={shown} onShow={onShow} />
              <HydratedSuspense
                load={() => PhotoTools.preload()}
                failureClass={`${failureOnPhotoClass} absolute bottom-9 left-3 md:bottom-3`}
              >
                <PhotoTools outfit={card} photos={outfit?.photos ?? []} shown={shown} onShow={onShow} />
              </HydratedSuspense>
            </>
          }
          actions={<OutfitActions card={card} />}
          barActions={<OutfitBarActions card={card} />}
        >
          <OutfitHead card={card} />
          <HydratedSuspense>{outfit ? <OutfitStory outfit={outfit} /> : <OutfitStorySkeleton />}</HydratedSuspense>
          <HydratedSuspense fallback={<div className="mt-12 min-h-64" />} load={() => OutfitComments.preload()}>
            <OutfitComments card={card} />
          </HydratedSuspense>
        </OutfitPageFrame>
      </article>
      <HydratedSuspense load={() => MoreOutfits.preload()} failureClass="page-width pb-24">
        <MoreOutfits outfit={card} />
      </HydratedSuspense>
    </>
  );
}
