import { isInBrowser } from "./is-in-browser.ts";
import { setRemovedIds } from "./removed-ids.ts";
import { toast } from "./toast.ts";

/**
 * Deletions that can still be undone, docs/product.md#undo. Lists leave out what is in here; the server learns of it when
 * the time is over, or at once when the member leaves the page or puts it away: a phone may end it there without a word.
 */
interface Removal {
  /** Rejects where it failed; then the thing is shown again. */
  run: () => Promise<unknown>;
  timer: ReturnType<typeof setTimeout>;
  /** Once it is sent. */
  sending?: Promise<void>;
}

const undoMs = 10_000;
const removals = new Map<string, Removal>();

const publish = () => setRemovedIds(new Set(removals.keys()));

/**
 * Takes something off the screen, says so with the way back, and runs the deletion later.
 *
 * @param name Tells it from others that were deleted just before.
 */
export function removeWithUndo(id: string, done: string, run: () => Promise<unknown>, name?: string): void {
  if (removals.has(id)) return;
  removals.set(id, { run, timer: setTimeout(() => void commit(id), undoMs) });
  publish();
  toast.success(done, {
    id: toastIdOf(id),
    duration: undoMs,
    ...(name === undefined ? {} : { name }),
    action: { label: "Undo", onClick: () => undoRemoval(id) },
  });
}

const toastIdOf = (id: string) => `removal ${id}`;

/** Takes a deletion back. @returns false if there is none, or it is too late */
export function undoRemoval(id: string): boolean {
  const removal = removals.get(id);
  if (!removal || removal.sending) return false;
  clearTimeout(removal.timer);
  toast.dismiss(toastIdOf(id));
  removals.delete(id);
  publish();
  return true;
}

async function commit(id: string): Promise<void> {
  const removal = removals.get(id);
  if (removal) await (removal.sending ??= send(id, removal));
}

async function send(id: string, removal: Removal): Promise<void> {
  clearTimeout(removal.timer);
  toast.dismiss(toastIdOf(id));
  try {
    await removal.run();
  } catch {
    // The mutation has said why; the thing comes back with the next line.
  }
  removals.delete(id);
  publish();
}

/** Runs what waits of these, and waits for what is being sent: of everything, such as before the session ends. */
export async function commitRemovals(ids = [...removals.keys()]): Promise<void> {
  await Promise.all(ids.map(commit));
}

/** Drops everything that waits, without running it: the session has ended, or become another member's. */
export function forgetRemovals(): void {
  for (const [id, { timer }] of removals) {
    clearTimeout(timer);
    toast.dismiss(toastIdOf(id));
  }
  removals.clear();
  publish();
}

if (isInBrowser) {
  addEventListener("pagehide", () => void commitRemovals());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") void commitRemovals();
  });
}
