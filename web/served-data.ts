import type { QueryClient } from "@tanstack/react-query";
import type { FeedCard, Outfit } from "#contract/outfits.ts";
import type { Page } from "#contract/page.ts";
import { outfitQueries } from "#web/features/outfits/outfits.queries.ts";

/** What the server has put into a visitor's page, so that the first screen needs no request for it. */
export interface Served {
  /** The first page of the newest outfits. */
  feed?: Page<FeedCard>;
  outfit?: Outfit;
}

/** Given once: afterwards it would be old. */
export function takeServed(): Served {
  const element = document.getElementById("served");
  element?.remove();
  return element?.textContent ? (JSON.parse(element.textContent) as Served) : {};
}

export function fillServed(client: QueryClient, { feed, outfit }: Served): void {
  if (feed) client.setQueryData(outfitQueries.feed().queryKey, { pages: [feed], pageParams: [undefined] });
  if (outfit) client.setQueryData(outfitQueries.detail(outfit.id).queryKey, outfit);
}
