import type { Detection } from "#contract/detection.ts";
import type { ClothingServiceConfig } from "#server/config/config.ts";
import { createQueue, QueueFullError } from "#server/lib/queue.ts";
import type { Random } from "#server/lib/random.ts";
import { ClothingServiceBusyError, type ClothingServiceUsage, createAsker, openDeadline } from "./clothing-requests.ts";

/** Clothing detection by any OpenAI-compatible endpoint that takes images. */
export interface ClothingService {
  host: string;
  model: string;
  /**
   * @param jpeg A small copy of a picture, see `Pictures.shrink`.
   * @throws ClothingServiceBusyError if the service asks to wait or too many pictures do, Error for every other failure
   */
  detect(jpeg: Uint8Array, options?: DetectOptions): Promise<Detection>;
  usage: ClothingServiceUsage;
}

interface DetectOptions {
  signal?: AbortSignal;
  /** Given the number of pictures that wait before this one, and one for those being looked at; 0 in its turn. */
  onPlace?: (ahead: number) => void;
}

/** A service is fast enough for several at once, and its limits are no secret: it answers 429. */
const atOnce = 4;
/** As many as wait for the embedded models. */
const waitingMax = 8;

/** The configured service, or undefined: the embedded models answer. */
export function createClothingService(
  config: ClothingServiceConfig | undefined,
  random: Random,
): ClothingService | undefined {
  if (!config) return undefined;
  const usage: ClothingServiceUsage = { requests: 0, answered: 0, failures: 0, promptTokens: 0, completionTokens: 0 };
  const ask = createAsker({ config, usage, random });
  const inLine = createLine();
  return {
    host: new URL(config.baseUrl).host,
    model: config.model,
    usage,
    async detect(jpeg, { signal, onPlace = () => undefined } = {}) {
      const picture = `data:image/jpeg;base64,${Buffer.from(jpeg).toString("base64")}`;
      const deadline = openDeadline(config.timeoutMs, signal);
      let isInTime = false;
      const begin = () => {
        // A request may take half of the time.
        isInTime = performance.now() + config.timeoutMs / 2 <= deadline.atMs;
        return ask(picture, deadline);
      };
      try {
        return await inLine(begin, { signal: deadline.signal, onPlace });
      } catch (error) {
        if (signal?.aborted) throw error;
        // The time went by in the queue, for which the service is not to blame.
        if (error instanceof QueueFullError || (deadline.signal.aborted && !isInTime))
          throw new ClothingServiceBusyError("Too many pictures wait for the clothing service", { cause: error });
        usage.failures += 1;
        throw error;
      } finally {
        deadline.end();
      }
    },
  };
}

/** A queue that tells those in it their places. */
function createLine() {
  const inLine = createQueue({ atOnce, waitingMax });
  const waiting = new Set<(ahead: number) => void>();
  const tellPlaces = () => {
    for (const [index, tell] of [...waiting].entries()) tell(index + 1);
  };
  return async <T>(task: () => Promise<T>, { signal, onPlace }: Required<DetectOptions>): Promise<T> => {
    const tell = (ahead: number) => onPlace(ahead);
    const leave = () => {
      if (waiting.delete(tell)) tellPlaces();
    };
    waiting.add(tell);
    const begin = () => {
      leave();
      tell(0);
      return task();
    };
    const result = inLine(begin, { signal });
    if (waiting.has(tell)) tell(waiting.size);
    try {
      return await result;
    } finally {
      leave();
    }
  };
}
