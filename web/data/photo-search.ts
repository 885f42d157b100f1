import {
  type QueryClient,
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { hourMs } from "#contract/durations.ts";
import type { PhotoSearch } from "#contract/photo-searches.ts";
import { getSession } from "#web/api/session.ts";
import { searchByPhoto } from "#web/api/upload.ts";
import { shrinkPicture } from "#web/lib/shrink-picture.ts";
import { loadErrorMessages } from "#web/text/errors.ts";

/** The photo itself is kept here only: in the memory of this tab. */
interface SearchedPhoto {
  file: Blob;
  /** An object URL of the file, until another photo is chosen. */
  url: string;
}
interface PhotoResults extends PhotoSearch {
  photo: SearchedPhoto;
}

/** The last search of this tab, so that the way back from an outfit leads to its results. */
const lastSearch = queryOptions<PhotoResults | null>({
  queryKey: ["photo-search"],
  // Nothing can fetch it again, so what reloads all that is on screen leaves it alone.
  queryFn: skipToken,
  gcTime: hourMs,
});

/**
 * What visitors searched by, and until when it is kept. Signing in empties the cache: anyone who signs in for one of the results returns
 * to what the same photo finds then.
 */
const visitorsPhotos = new WeakMap<QueryClient, { photo: SearchedPhoto; until: number }>();

function keepVisitorsPhoto(client: QueryClient, photo: SearchedPhoto): void {
  if (getSession().status !== "signed-in") visitorsPhotos.set(client, { photo, until: Date.now() + hourMs });
}

/** Searches by the photo of the visitor who is a member now, once the cache is empty. */
function useVisitorsPhoto(isEmpty: boolean, search: (photo: SearchedPhoto) => void): void {
  const client = useQueryClient();
  const searchAgain = useEffectEvent(() => {
    const kept = visitorsPhotos.get(client);
    if (getSession().status !== "signed-in" || !kept) return;
    visitorsPhotos.delete(client);
    if (kept.until > Date.now()) search(kept.photo);
  });
  useEffect(() => {
    if (isEmpty) searchAgain();
  }, [isEmpty]);
}

/** Searches by a photo; a new one replaces a search that is under way. */
export function usePhotoSearch() {
  const client = useQueryClient();
  const running = useRef<AbortController>(undefined);
  const { data } = useQuery(lastSearch);
  const results = data ?? null;
  const { mutate, variables, isPending, error, reset } = useMutation({
    // The screen says what went wrong, next to the photo.
    meta: { isQuiet: true },
    mutationFn: async (photo: SearchedPhoto): Promise<PhotoResults | null> => {
      running.current?.abort();
      const { signal } = (running.current = new AbortController());
      try {
        const smaller = await shrinkPicture(photo.file);
        signal.throwIfAborted();
        const found = await searchByPhoto(smaller, { signal });
        signal.throwIfAborted();
        return { ...found, photo };
      } catch (failure) {
        if (signal.aborted) return null;
        await loadErrorMessages();
        throw failure;
      }
    },
    onSuccess: (found) => {
      if (!found) return;
      client.setQueryData(lastSearch.queryKey, found);
      keepVisitorsPhoto(client, found.photo);
    },
  });
  useEffect(() => () => running.current?.abort(), []);
  useVisitorsPhoto(data === undefined, mutate);
  const photo = isPending || error ? (variables ?? null) : (results?.photo ?? null);
  const forget = () => {
    if (photo) URL.revokeObjectURL(photo.url);
    visitorsPhotos.delete(client);
    client.setQueryData(lastSearch.queryKey, null);
  };
  return {
    results: isPending || error ? null : results,
    /** The photo that is searched by, or was. */
    photo,
    isPending,
    error,
    start: (file: Blob) => {
      // The results go with their photo, also where the next search fails.
      forget();
      mutate({ file, url: URL.createObjectURL(file) });
    },
    /** Searches by the same photo again. */
    retry: () => photo && mutate(photo),
    /** Drops the photo and what it found. */
    clear: () => {
      running.current?.abort();
      forget();
      reset();
    },
  };
}
