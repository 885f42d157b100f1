import type { QueryClient } from "@tanstack/react-query";
import type { Me } from "#contract/profiles.ts";
import { siteNameKey } from "#web/lib/site-name.ts";
import { writeItem } from "#web/lib/storage.ts";
import { meKey } from "./me.ts";

/** Notes the site's name for the next documents, which have none if they were precached. Writes this browser's storage. */
export function keepSiteName(client: QueryClient): void {
  let noted: string | undefined;
  const note = () => {
    // A reply that was saved for when there is no connection may be older than the field.
    const name = client.getQueryData<Partial<Me>>(meKey)?.siteName;
    if (name === undefined || name === noted) return;
    noted = name;
    writeItem("local", siteNameKey, name);
  };
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === meKey[0]) note();
  });
  note();
}
