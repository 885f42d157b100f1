import { useEffect, useEffectEvent } from "react";
import { useGivenPhoto } from "#web/data/given-photo.ts";
import { usePhotoSearch } from "#web/data/photo-search.ts";
import { OutfitGrid, OutfitGridSkeleton } from "#web/features/outfits/outfit-grid.tsx";
import { takePhotos } from "#web/features/photo-search/listen-for-photos.ts";
import { PhotoPicker } from "#web/features/photo-search/photo-picker.tsx";
import { SearchedPhoto } from "#web/features/photo-search/searched-photo.tsx";
import { announce } from "#web/lib/announce.ts";
import { countOf } from "#web/lib/format-count.ts";
import { useRestoredFocus } from "#web/lib/use-restored-focus.ts";
import { errorMessage } from "#web/text/errors.ts";
import { isWorthRetrying } from "#web/text/picture-errors.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";

interface PhotoSearchPageProps {
  /** The index of the part whose results are shown. */
  part: number;
  onPart: (part: number) => void;
}

/** Searches by a photo: takes it, shows what was seen in it, and outfits with similar clothes. */
export function PhotoSearchPage({ part, onPart }: PhotoSearchPageProps) {
  const { results, photo, isPending, error, start, retry, clear } = usePhotoSearch();
  const search = (file: File) => {
    onPart(0);
    start(file);
  };
  useGivenPhoto(search);
  useNextPhoto(photo !== null, search);
  const kept = useRestoredFocus();
  const parts = results?.parts ?? [];
  const chosen = part < parts.length ? part : 0;
  return (
    <>
      <div {...kept} className="outline-none">
        {photo === null ? (
          <PhotoPicker onPhoto={search} />
        ) : (
          <SearchedPhoto url={photo.url} isSearching={isPending} parts={parts} chosen={chosen} onChoose={onPart}>
            <Button look="outline" size="small" onClick={clear}>
              Another photo
            </Button>
          </SearchedPhoto>
        )}
      </div>
      {photo !== null && (
        <section aria-label="Similar outfits" className="pt-8 pb-24">
          {isPending && <OutfitGridSkeleton />}
          {error !== null && (
            <ErrorState title="The search didn't work" {...(isWorthRetrying(error) ? { onRetry: retry } : {})}>
              {errorMessage(error, "Failed to search by photo. Please try again.")}
            </ErrorState>
          )}
          {results && <Results parts={parts} outfits={results.outfits} chosen={chosen} />}
        </section>
      )}
    </>
  );
}

/** Takes another photo where the picker, which takes one otherwise, is not shown. */
function useNextPhoto(isWanted: boolean, onPhoto: (photo: File) => void): void {
  const take = useEffectEvent(onPhoto);
  useEffect(() => (isWanted ? takePhotos((photo) => take(photo)) : undefined), [isWanted]);
}

type Found = NonNullable<ReturnType<typeof usePhotoSearch>["results"]>;

function Results({ parts, outfits, chosen }: Pick<Found, "parts" | "outfits"> & { chosen: number }) {
  const part = parts[chosen];
  const shown = (part?.outfitIds ?? []).flatMap((id) => outfits.find((outfit) => outfit.id === id) ?? []);
  const title = part === undefined ? "No clothes found in this photo" : "No outfits found";
  const sentence = shown.length === 0 ? title : countOf(shown.length, "similar outfit");
  useEffect(() => announce(sentence), [sentence, chosen]);
  if (shown.length > 0) return <OutfitGrid outfits={shown} label="Similar outfits" />;
  return (
    <EmptyState title={title}>
      {part === undefined
        ? "Try a photo that shows the whole outfit, or a garment laid flat."
        : "Nobody has posted anything like it yet."}
    </EmptyState>
  );
}
