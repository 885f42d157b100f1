import type { QueryClient } from "@tanstack/react-query";
import type { OutfitCard } from "#contract/outfits.ts";

export type OutfitPatch = (card: OutfitCard) => Partial<OutfitCard>;

/**
 * Changes one outfit in every cached query: feeds, profile, closet, its own page. No data becomes newer by it: what was to
 * be loaded again when it is next shown still is.
 */
export function patchOutfit(client: QueryClient, outfitId: string, patch: OutfitPatch): void {
  for (const query of client.getQueryCache().getAll()) {
    const { data, dataUpdatedAt, isInvalidated } = query.state;
    const patched = patchWithin(data, outfitId, patch);
    if (patched === data) continue;
    query.setData(patched, { updatedAt: dataUpdatedAt, manual: true });
    if (isInvalidated) query.invalidate();
  }
}

/** The first cached copy of an outfit, so that its page can show it before the server replies. */
export function findCard(client: QueryClient, outfitId: string): OutfitCard | undefined {
  for (const [, data] of client.getQueriesData<unknown>({})) {
    const found = findWithin(data, outfitId);
    if (found) return found;
  }
  return undefined;
}

/** The properties under which cached data can hold outfits: infinite lists, pages, closet saves, articles. */
const ways = ["pages", "items", "outfit", "outfits"] as const;

function isCard(value: object): value is OutfitCard {
  return "likesCount" in value && "picture" in value;
}

function patchWithin(value: unknown, outfitId: string, patch: OutfitPatch): unknown {
  if (Array.isArray(value)) {
    const next = value.map((part: unknown) => patchWithin(part, outfitId, patch));
    return next.some((part, index) => part !== value[index]) ? next : value;
  }
  if (typeof value !== "object" || value === null) return value;
  if (isCard(value)) return value.id === outfitId ? { ...value, ...patch(value) } : value;
  const record = value as Record<string, unknown>;
  const changed = ways.flatMap((way) => {
    const next = patchWithin(record[way], outfitId, patch);
    return next === record[way] ? [] : [[way, next] as const];
  });
  return changed.length === 0 ? value : { ...record, ...Object.fromEntries(changed) };
}

function findWithin(value: unknown, outfitId: string): OutfitCard | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (isCard(value)) return value.id === outfitId ? value : undefined;
  const parts: unknown[] = Array.isArray(value) ? value : ways.map((way) => (value as Record<string, unknown>)[way]);
  for (const part of parts) {
    const found = findWithin(part, outfitId);
    if (found) return found;
  }
  return undefined;
}
