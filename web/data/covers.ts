import { queryOptions, useQuery } from "@tanstack/react-query";
import type { OutfitCard } from "#contract/outfits.ts";
import { call } from "#web/api/call.ts";
import { outfitKeys } from "./outfits.ts";

export const coversQuery = queryOptions({
  queryKey: outfitKeys.covers,
  queryFn: ({ signal }) => call("GET /api/covers", undefined, signal),
  staleTime: 10 * 60_000,
  retry: false,
});

const nothing: OutfitCard[] = [];

/** The outfits of the covers in their order, undefined while they load; empty on failure, because covers work without. */
export function useCovers(): OutfitCard[] | undefined {
  const { data, isError } = useQuery(coversQuery);
  return data?.items ?? (isError ? nothing : undefined);
}

/** Where in that order each place begins, so that not all show the same outfit first. The landing page begins with the first. */
const starts = { swipes: 3, signIn: 6, onboarding: 10 } as const;

/** So many of the covers as a place shows them, each once: behind the last one comes the first. */
export function useCoversOf(place: keyof typeof starts, max: number): OutfitCard[] {
  const covers = useCovers() ?? nothing;
  const start = starts[place] % Math.max(1, covers.length);
  return [...covers.slice(start), ...covers.slice(0, start)].slice(0, max);
}
