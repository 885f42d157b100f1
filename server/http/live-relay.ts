import { createClient } from "redis";

/** Carries messages between the servers of one site. What is sent while Redis is away is lost: tabs catch up themselves. */
interface LiveRelay<Message> {
  /** Connects in the background and retries until it succeeds. */
  open(handlers: { onMessage: (message: Message) => void; onError: (error: unknown) => void }): void;
  /** To every other server. */
  publish(message: Message): void;
  close(): Promise<void>;
}

const channel = "fash:live";
const retryMsMax = 2_000;

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

  return {
    open({ onMessage, onError }) {
      report = onError;
      const receive = (text: string): void => {
        try {
          const { from, message } = JSON.parse(text) as { from: string; message: Message };
          if (from !== self) onMessage(message);
        } catch (error) {
          onError(error);
        }
      };
      for (const client of [publisher, subscriber]) {
        // Logged once per outage, not at every attempt.
        let isAway = false;
        client.on("ready", () => void (isAway = false));
        client.on("error", (error: unknown) => {
          if (!isAway) report(error);
          isAway = true;
        });
      }
      void publisher.connect().catch(onError);
      // The client resubscribes automatically after each reconnect.
      void subscriber
        .connect()
        .then(() => subscriber.subscribe(channel, receive))
        .catch(onError);
    },
    publish(message) {
      if (!publisher.isReady) return;
      void publisher.publish(channel, JSON.stringify({ from: self, message })).catch((error: unknown) => report(error));
    },
    close() {
      report = () => undefined;
      for (const client of [publisher, subscriber]) {
        client.removeAllListeners("error").on("error", () => undefined);
        if (client.isOpen) client.destroy();
      }
      return Promise.resolve();
    },
  };
}
