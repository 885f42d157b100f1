import pg from "pg";

/** A row as PostgreSQL sends it. */
type Fields = (string | null)[];
/** A statement's columns, and how to read them. */
type Columns = { name: string; parse: (text: string) => unknown }[];
type Row = Record<string, unknown>;

/**
 * Runs the prepared statements of one connection, asking for the columns of each only once: they do not change. To describe
 * them with every result would take PostgreSQL and the driver as much time as the rest of a short read.
 */
export class PreparedReads {
  readonly #client: pg.Client;
  readonly #columns = new Map<string, Columns>();
  /** The connection, without the driver's question for the columns. */
  readonly #undescribed: pg.Connection;

  constructor(client: pg.Client) {
    this.#client = client;
    this.#undescribed = Object.create(client.connection, { describe: { value: () => undefined } }) as pg.Connection;
  }

  /** The rows of a statement, which is prepared with its first use. */
  async run(query: pg.QueryConfig & { name: string }): Promise<Row[]> {
    const known = this.#columns.get(query.name);
    const read = new PreparedRead(query, known && this.#undescribed);
    await new Promise<void>((resolve, reject) => {
      read.callback = (error) => (error ? reject(error) : resolve());
      this.#client.query(read);
    }).catch((error: Error) => {
      // Tells who asked, rather than how the connection was read.
      Error.captureStackTrace(error);
      throw error;
    });
    const columns = known ?? this.#toColumns(read.described);
    if (!known) this.#columns.set(query.name, columns);
    return read.received.map((fields) => toRow(columns, fields));
  }

  #toColumns(described: Described): Columns {
    return described.map(({ name, dataTypeID }) => ({ name, parse: this.#client.getTypeParser(dataTypeID) }));
  }
}

function toRow(columns: Columns, fields: Fields): Row {
  const row: Row = {};
  for (const [index, { name, parse }] of columns.entries()) {
    const field = fields[index] ?? null;
    row[name] = field === null ? null : parse(field);
  }
  return row;
}

type Described = { name: string; dataTypeID: number }[];

/** The driver's query with what it is called with and set to, of which its types tell little. */
interface DriverQuery extends pg.Submittable {
  name: string;
  text: string;
  callback: (error: unknown) => void;
  submit(connection: pg.Connection): void;
}
const DriverQuery = pg.Query as unknown as new (text: string, values: unknown[] | undefined) => DriverQuery;

class PreparedRead extends DriverQuery {
  described: Described = [];
  readonly received: Fields[] = [];
  readonly #connection: pg.Connection | undefined;

  /** @param connection The one to send it on, if not the client's own. */
  constructor({ name, text, values }: pg.QueryConfig & { name: string }, connection: pg.Connection | undefined) {
    // Of a query that is given as an object the driver copies the properties one by one, which is slow.
    super("", values);
    this.name = name;
    this.text = text;
    this.#connection = connection;
  }

  override submit(connection: pg.Connection): void {
    return super.submit(this.#connection ?? connection);
  }

  handleRowDescription({ fields }: { fields: Described }): void {
    this.described = fields;
  }

  handleDataRow({ fields }: { fields: Fields }): void {
    this.received.push(fields);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback(null);
  }
}
