import { createClient } from "redis";

/**
 * Carries messages between the servers of one site. What is sent while Redis is away is lost, and the others learn that
 * something was.
 */
interface LiveRelay<Message> {
  /** Connects in the background and retries until it succeeds. */
  open(handlers: RelayHandlers<Message>): void;
  /** To every other server. */
  publish(message: Message): void;
  close(): Promise<void>;
}

interface RelayHandlers<Message> {
  onMessage: (message: Message) => void;
  /** Messages of other servers may have been lost, and the connection is there again. Once for losses close together. */
  onGap: () => void;
  onError: (error: unknown) => void;
}

/** Without a message: this server could not send some. */
interface Packet<Message> {
  from: string;
  message?: Message;
}

const channel = "fash:live";
const retryMsMax = 2_000;
/** All servers come back within moments of each other. */
const gapDelayMs = 1_000;

/** A relay over Redis publish/subscribe. @param url A `redis://` address. */
export function createLiveRelay<Message>(url: string): LiveRelay<Message> {
  const self = crypto.randomUUID();
  // Without the queue nothing piles up in memory while Redis is away.
  const publisher = connectionTo(url, { disableOfflineQueue: true });
  const subscriber = connectionTo(url, { disableOfflineQueue: false });
  let report: (error: unknown) => void = () => undefined;
  let gap: Delayed | undefined;
  let hasLost = false;

  function send(packet: Omit<Packet<Message>, "from">): void {
    void publisher.publish(channel, JSON.stringify({ from: self, ...packet })).catch((error: unknown) => {
      hasLost = true;
      report(error);
    });
  }

  return {
    open({ onMessage, onGap, onError }) {
      report = onError;
      const gaps = createDelayed(onGap, gapDelayMs);
      gap = gaps;
      const receive = (text: string): void => {
        try {
          const { from, message } = JSON.parse(text) as Packet<Message>;
          if (from === self) return;
          if (message === undefined) gaps.schedule();
          else onMessage(message);
        } catch (error) {
          onError(error);
        }
      };
      onReturn(publisher, onError, () => undefined);
      // Also at the first connection: messages before it are lost too.
      publisher.on("ready", () => {
        if (!hasLost) return;
        hasLost = false;
        send({});
      });
      // What the others sent meanwhile did not arrive here.
      onReturn(subscriber, onError, gaps.schedule);
      void publisher.connect().catch(onError);
      // The client resubscribes automatically after each reconnect.
      void subscriber
        .connect()
        .then(() => subscriber.subscribe(channel, receive))
        .catch(onError);
    },
    publish(message) {
      if (publisher.isReady) send({ message });
      else hasLost = true;
    },
    close() {
      report = () => undefined;
      gap?.cancel();
      for (const client of [publisher, subscriber]) {
        client.removeAllListeners("error").on("error", () => undefined);
        if (client.isOpen) client.destroy();
      }
      return Promise.resolve();
    },
  };
}

function connectionTo(url: string, options: { disableOfflineQueue: boolean }) {
  const reconnectStrategy = (retries: number) => Math.min(retryMsMax, 50 * 2 ** Math.min(retries, 6));
  return createClient({ url, ...options, socket: { reconnectStrategy } });
}

/** Reports an outage once, not at every attempt, and runs `back` when it is over. */
function onReturn(client: ReturnType<typeof connectionTo>, report: (error: unknown) => void, back: () => void): void {
  let isAway = false;
  client.on("ready", () => {
    if (isAway) back();
    isAway = false;
  });
  client.on("error", (error: unknown) => {
    if (!isAway) report(error);
    isAway = true;
  });
}

interface Delayed {
  schedule: () => void;
  cancel: () => void;
}

/** Runs `run` once, some time after the first of several calls. */
function createDelayed(run: () => void, delayMs: number): Delayed {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    schedule() {
      timer ??= setTimeout(() => {
        timer = undefined;
        run();
      }, delayMs).unref();
    },
    cancel: () => clearTimeout(timer),
  };
}
