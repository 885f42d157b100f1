import pg from "pg";
import { withoutQuoted } from "./quoted-text.ts";

/** A statement that has been running for longer holds up what is sent after it on the same connection. */
const slowMs = 5;
/** Reads under way on one connection. */
const depthMax = 32;

const writes =
  /\b(insert|update|delete|merge|share|nextval|setval|add_job|pg_\w*(lock|notify|sleep|terminate)\w*)\b/i;
/** What changes, locks or announces something may wait for others, and must not do so in front of reads. */
const isRead = (text: string): boolean =>
  /^\s*(select|with)\b/i.test(text) && !writes.test(withoutQuoted(text));

/**
 * Runs prepared reads on few connections that take the next statement before they have answered the last (pipelining):
 * fewer system calls and process switches for each statement than with a connection of its own.
 *
 * @see docs/performance.md#pipelined-reads
 */
export interface PipelinedReads {
  /** The result; undefined if the statement is none for a shared connection, or if all of them are held up by slow ones. */
  run(query: pg.QueryConfig & { text: string }): Promise<pg.QueryResult> | undefined;
  end(): Promise<void>;
}

/** Connections are opened with their first statement, and again after they were lost. */
export function createPipelinedReads(settings: pg.ClientConfig, connections: number): PipelinedReads {
  const all = Array.from({ length: connections }, () => new Pipeline(settings));
  /** By the names of statements: of a long one it takes as long to find out as to send it. */
  const known = new Map<string, boolean>();
  let isEnded = false;
  return {
    run(query) {
      if (isEnded || query.name === undefined) return undefined;
      const isOurs = known.get(query.name) ?? isRead(query.text);
      known.set(query.name, isOurs);
      if (!isOurs) return undefined;
      const now = performance.now();
      let best: Pipeline | undefined;
      for (const one of all) if (one.isOpenTo(now) && one.depth < (best?.depth ?? depthMax)) best = one;
      return best?.run(query);
    },
    async end() {
      isEnded = true;
      await Promise.all(all.map((one) => one.end()));
    },
  };
}

/** A statement could not be prepared, for instance because its table was locked for too long; those behind it relied on that. */
const isUnprepared = (error: unknown): boolean => ["26000", "42P05"].includes((error as { code?: string }).code ?? "");

/** One connection. */
class Pipeline {
  readonly #settings: pg.ClientConfig;
  #client: Promise<pg.Client> | undefined;
  /** When the first of the statements under way began to run. */
  #startedAt = 0;
  depth = 0;

  constructor(settings: pg.ClientConfig) {
    this.#settings = settings;
  }

  isOpenTo(now: number): boolean {
    return this.depth === 0 || now - this.#startedAt < slowMs;
  }

  async run(query: pg.QueryConfig & { text: string }): Promise<pg.QueryResult> {
    if (this.depth === 0) this.#startedAt = performance.now();
    this.depth += 1;
    try {
      this.#client ??= this.#open();
      const client = await this.#client;
      return await sendTogether(client, query).catch((error: unknown) => {
        if (!isUnprepared(error)) throw error;
        return sendTogether(client, { text: query.text, values: query.values ?? [] });
      });
    } finally {
      this.depth -= 1;
      this.#startedAt = performance.now();
    }
  }

  async end(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.then(
      (open) => open.end(),
      () => undefined,
    );
  }

  #open(): Promise<pg.Client> {
    const client = new pg.Client({ ...this.#settings, pipeline: true });
    const forget = () => {
      if (this.#client === opened) this.#client = undefined;
    };
    // Statements under way fail with the connection; the next one opens another.
    client.on("error", forget);
    client.on("end", forget);
    const opened = client.connect().then(() => client);
    opened.catch(forget);
    return opened;
  }
}

/** All statements of one turn of the event loop, of however many requests, leave in one write. */
function sendTogether(client: pg.Client, query: pg.QueryConfig): Promise<pg.QueryResult> {
  const { stream } = client.connection;
  stream.cork();
  setImmediate(() => stream.uncork());
  return client.query(query);
}
