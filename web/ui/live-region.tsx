import { useSyncExternalStore } from "react";
import { getAnnouncement, onAnnouncement } from "#web/lib/announce.ts";

/** The one element that screen readers listen to, see lib/announce.ts. */
export function LiveRegion() {
  const text = useSyncExternalStore(onAnnouncement, getAnnouncement, getAnnouncement);
  return (
    <p aria-live="polite" className="sr-only">
      {text}
    </p>
  );
}
