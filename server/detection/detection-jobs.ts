import type { Detection } from "#contract/detection.ts";
import { fail } from "#server/lib/app-error.ts";

/** What a detection in progress is given. */
export interface DetectionWork {
  /** Aborted when nobody waits for the result any more. */
  signal: AbortSignal;
  onPlace: (ahead: number) => void;
}

interface Job {
  userId: string;
  imageId: string;
  /** Pictures that are looked at first. */
  ahead: number;
  waiting: number;
  stop: AbortController;
  result: Promise<Detection>;
}

interface DetectionJobs {
  /**
   * The result of a job of this name, which is started unless it is in progress; stopped when all callers have left.
   *
   * @throws detection.busy
   */
  join(wanted: WantedJob, signal: AbortSignal, start: (work: DetectionWork) => Promise<Detection>): Promise<Detection>;
  /** How many pictures are looked at before the member's one; null if none of theirs is waited for. */
  place(userId: string, imageId: string): number | null;
}

interface WantedJob {
  userId: string;
  imageId: string;
  /** The same for the same picture and person in it. */
  name: string;
}

/** Of the queue's places, half are left to others. */
const atOncePerMember = 4;
export const busySeconds = 10;

/** Detections in progress, so that a second press waits for the first one's result. */
export function createDetectionJobs(): DetectionJobs {
  const jobs = new Map<string, Job>();
  const begin = ({ userId, imageId, name }: WantedJob, start: (work: DetectionWork) => Promise<Detection>): Job => {
    const own = [...jobs.values()].filter((job) => job.userId === userId);
    if (own.length >= atOncePerMember) fail("detection.busy", { retryAfterSeconds: busySeconds });
    const stop = new AbortController();
    const end = () => jobs.get(name)?.stop === stop && jobs.delete(name);
    // A later press begins again instead of waiting for what has been stopped.
    stop.signal.addEventListener("abort", end);
    const onPlace = (ahead: number) => {
      const job = jobs.get(name);
      if (job?.stop === stop) job.ahead = ahead;
    };
    // In the next turn, when the job is known by its name.
    const result = Promise.resolve()
      .then(() => start({ signal: stop.signal, onPlace }))
      .finally(end);
    const job = { userId, imageId, ahead: 0, waiting: 0, stop, result };
    jobs.set(name, job);
    return job;
  };
  return {
    async join(wanted, signal, start) {
      signal.throwIfAborted();
      const job = jobs.get(wanted.name) ?? begin(wanted, start);
      job.waiting += 1;
      const leave = () => {
        job.waiting -= 1;
        if (job.waiting === 0) job.stop.abort();
      };
      signal.addEventListener("abort", leave, { once: true });
      try {
        return await job.result;
      } finally {
        signal.removeEventListener("abort", leave);
      }
    },
    place(userId, imageId) {
      const own = [...jobs.values()].findLast((job) => job.userId === userId && job.imageId === imageId);
      return own?.ahead ?? null;
    },
  };
}
