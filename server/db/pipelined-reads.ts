import pg from "pg";
import { PreparedReads } from "./prepared-reads.ts";
import { withoutQuoted } from "./quoted-text.ts";

/** A statement that has been running for longer holds up what is sent after it on the same connection. */
const slowMs = 5;
/** Reads under way on one connection. */
const depthMax = 32;

const writes = /\b(insert|update|delete|merge|share|nextval|setval|add_job|pg_\w*(lock|notify|sleep|terminate)\w*)\b/i;
/** What changes, locks or announces something may wait for others, and must not do so in front of reads. */
const isRead = (text: string): boolean => /^\s*(select|with)\b/i.test(text) && !writes.test(withoutQuoted(text));

type Row = Record<string, unknown>;
type NamedQuery = pg.QueryConfig & { name: string };
const isNamed = (query: pg.QueryConfig): query is NamedQuery => query.name !== undefined;

/**
 * Runs prepared reads on few connections that take the next statement before they have answered the last (pipelining):
 * fewer system calls and process switches for each statement than with a connection of its own.
 *
 * @see docs/performance.md#pipelined-reads
 */
export interface PipelinedReads {
  /** The rows; undefined if the statement is none for a shared connection, or if all of them are held up by slow ones. */
  run(query: pg.QueryConfig): Promise<Row[]> | undefined;
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
      if (isEnded || !isNamed(query)) return undefined;
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

interface Opened {
  client: pg.Client;
  reads: PreparedReads;
}

/** One connection. */
class Pipeline {
  readonly #settings: pg.ClientConfig;
  #opened: Promise<Opened> | undefined;
  /** When the first of the statements under way began to run. */
  #startedAt = 0;
  depth = 0;

  constructor(settings: pg.ClientConfig) {
    this.#settings = settings;
  }

  isOpenTo(now: number): boolean {
    return this.depth === 0 || now - this.#startedAt < slowMs;
  }

  async run(query: NamedQuery): Promise<Row[]> {
    if (this.depth === 0) this.#startedAt = performance.now();
    this.depth += 1;
    try {
      this.#opened ??= this.#open();
      const { client, reads } = await this.#opened;
      corkForNow(client);
      return await reads.run(query).catch(async (error: unknown) => {
        if (!isUnprepared(error)) throw error;
        return (await client.query(query.text, query.values)).rows;
      });
    } finally {
      this.depth -= 1;
      this.#startedAt = performance.now();
    }
  }

  async end(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    await opened?.then(
      ({ client }) => client.end(),
      () => undefined,
    );
  }

  #open(): Promise<Opened> {
    const client = new pg.Client({ ...this.#settings, pipeline: true });
    const forget = () => {
      if (this.#opened === opened) this.#opened = undefined;
    };
    // Statements under way fail with the connection; the next one opens another.
    client.on("error", forget);
    client.on("end", forget);
    const opened = client.connect().then(() => ({ client, reads: new PreparedReads(client) }));
    opened.catch(forget);
    return opened;
  }
}

/** All statements of one turn of the event loop, of however many requests, leave in one write. */
function corkForNow({ connection: { stream } }: pg.Client): void {
  stream.cork();
  setImmediate(() => stream.uncork());
}
