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
  const options = {
    url,
    // Without the queue nothing piles up in memory while Redis is away.
    disableOfflineQueue: true,
    socket: { reconnectStrategy: (retries: number) => Math.min(retryMsMax, 50 * 2 ** Math.min(retries, 6)) },
  };
  const publisher = createClient(options);
  const subscriber = createClient({ ...options, disableOfflineQueue: false });
  let report: (error: unknown) => void = () => undefined;
  let gapTimer: ReturnType<typeof setTimeout> | undefined;
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
      const announceGap = (): void => {
        gapTimer ??= setTimeout(() => {
          gapTimer = undefined;
          onGap();
        }, gapDelayMs).unref();
      };
      const receive = (text: string): void => {
        try {
          const { from, message } = JSON.parse(text) as Packet<Message>;
          if (from === self) return;
          if (message === undefined) announceGap();
          else onMessage(message);
        } catch (error) {
          onError(error);
        }
      };
      for (const client of [publisher, subscriber]) {
        // Logged once per outage, not at every attempt.
        let isAway = false;
        client.on("ready", () => {
          // What the others sent meanwhile did not arrive here.
          if (isAway && client === subscriber) announceGap();
          isAway = false;
        });
        client.on("error", (error: unknown) => {
          if (!isAway) report(error);
          isAway = true;
        });
      }
      publisher.on("ready", () => {
        if (hasLost) send({});
        hasLost = false;
      });
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
      clearTimeout(gapTimer);
      for (const client of [publisher, subscriber]) {
        client.removeAllListeners("error").on("error", () => undefined);
        if (client.isOpen) client.destroy();
      }
      return Promise.resolve();
    },
  };
}
