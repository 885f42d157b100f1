import { useSyncExternalStore } from "react";
import { useSavedAt } from "#web/lib/saved-view.ts";

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Says that there is no connection, and how old the page is if it was saved. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  const savedAt = useSavedAt();
  return (
    <output>
      {(!isOnline || savedAt !== undefined) && (
        <span className="block bg-ink px-4 py-2 text-center text-fine text-paper">
          {isOnline ? "Fash can't be reached." : "You're offline."}{" "}
          {savedAt === undefined
            ? "This page may be out of date."
            : `Showing what was saved ${whenSaved(savedAt)}. Changes need a connection.`}
        </span>
      )}
    </output>
  );
}

function whenSaved(savedAt: number): string {
  const date = new Date(savedAt);
  const isToday = date.toDateString() === new Date().toDateString();
  const time = date.toLocaleTimeString("en", { timeStyle: "short" });
  return isToday ? `at ${time}` : `on ${date.toLocaleDateString("en", { dateStyle: "medium" })} at ${time}`;
}
