import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { hourMs } from "#contract/durations.ts";
import type { PhotoSearch } from "#contract/photo-searches.ts";
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
  queryFn: () => null,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: hourMs,
});

/** Searches by a photo; a new one replaces a search that is under way. */
export function usePhotoSearch() {
  const client = useQueryClient();
  const running = useRef<AbortController>(undefined);
  const { data: results = null } = useQuery(lastSearch);
  const { mutate, variables, isPending, error, reset } = useMutation({
    // The screen says what went wrong, next to the photo.
    meta: { isQuiet: true },
    mutationFn: async (photo: SearchedPhoto): Promise<PhotoResults | null> => {
      running.current?.abort();
      const { signal } = (running.current = new AbortController());
      try {
        const found = await searchByPhoto(await shrinkPicture(photo.file), { signal });
        return { ...found, photo };
      } catch (failure) {
        if (signal.aborted) return null;
        await loadErrorMessages();
        throw failure;
      }
    },
    onSuccess: (found) => {
      if (found) client.setQueryData(lastSearch.queryKey, found);
    },
  });
  useEffect(() => () => running.current?.abort(), []);
  const photo = isPending || error ? (variables ?? null) : (results?.photo ?? null);
  const forget = () => photo && URL.revokeObjectURL(photo.url);
  return {
    results: isPending || error ? null : results,
    /** The photo that is searched by, or was. */
    photo,
    isPending,
    error,
    start: (file: Blob) => {
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
      client.setQueryData(lastSearch.queryKey, null);
    },
  };
}
