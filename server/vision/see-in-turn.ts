import type { Clock } from "#server/lib/clock.ts";
import { seemsAway, UnreadableFileError } from "#server/outside/storage.ts";
import { VisionError, VisionUnavailableError } from "./vision.ts";

/** A failure is often a busy machine, which a pause helps. */
const pauseMs = 5 * 60_000;

interface Steps<T> {
  see: (one: T) => Promise<void>;
  /** Its file could not be read, which may be the store: that counts as no failure. */
  putOff: (one: T, retryAt: Date) => Promise<void>;
  noteFailure: (one: T, retryAt: Date) => Promise<void>;
}

interface Pass {
  seen: number;
  failed: number;
  /** The model was busy, or the store is most likely away: the next run continues. */
  isStopped: boolean;
  /** The first file that could not be read. */
  unread: UnreadableFileError | undefined;
}

/** Shows a model what waits for it, one after the other. Files that cannot be read hold up no other. */
export async function seeInTurn<T>({ clock }: { clock: Clock }, waiting: T[], steps: Steps<T>): Promise<Pass> {
  const unread: UnreadableFileError[] = [];
  const pass = { seen: 0, failed: 0 };
  const end = (isStopped: boolean): Pass => ({ ...pass, isStopped, unread: unread[0] });
  for (const one of waiting) {
    try {
      await steps.see(one);
      pass.seen += 1;
    } catch (error) {
      // Requests of members go first, or the server stops.
      if (error instanceof VisionUnavailableError) return end(true);
      const retryAt = new Date(clock.now().getTime() + pauseMs);
      if (error instanceof UnreadableFileError) {
        unread.push(error);
        await steps.putOff(one, retryAt);
        if (seemsAway(unread)) return end(true);
      } else if (error instanceof VisionError) {
        pass.failed += 1;
        await steps.noteFailure(one, retryAt);
      } else throw error;
    }
  }
  return end(false);
}
