import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";
import type { RateLimit } from "./rate-limits.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface Schemas {
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** Optional ones only, in lower case: unlike a field that it does not know, a server of the release before ignores a header. */
  headers?: z.ZodObject;
  body?: z.ZodType;
  reply: z.ZodType;
  errors?: readonly ErrorCode[];
  /**
   * The limit that each request counts against. A write without one counts against `writes`, unless it lists `rate.limited`: then
   * its own code counts what depends on the request.
   */
  limit?: RateLimit;
  /** One sentence for the API page. */
  summary?: string;
  /** A GET that writes all the same, and so is not handled before the session has been checked. */
  isWriting?: boolean;
  /** Answers suspended members, too; every other endpoint refuses them. */
  isForSuspended?: boolean;
}

/** An endpoint of the API: its input, reply and error codes. Server and browser share this type. */
export interface Endpoint<M extends Method = Method, P extends string = string, S extends Schemas = Schemas> {
  method: M;
  path: P;
  schemas: S;
}

export function endpoint<M extends Method, P extends `/api/${string}`, const S extends Schemas>(
  method: M,
  path: P,
  schemas: S,
): Endpoint<M, P, S> {
  return { method, path, schemas };
}

type Parsed<T, Fallback> = T extends z.ZodType ? z.output<T> : Fallback;
type Sent<T> = T extends z.ZodType ? z.input<T> : undefined;

/** The input of a handler, parsed and with defaults. */
export interface Input<E extends Endpoint> {
  params: Parsed<E["schemas"]["params"], Record<never, never>>;
  query: Parsed<E["schemas"]["query"], Record<never, never>>;
  headers: Parsed<E["schemas"]["headers"], Record<never, never>>;
  body: Parsed<E["schemas"]["body"], undefined>;
}
export type Reply<E extends Endpoint> = z.output<E["schemas"]["reply"]>;

type Filled<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };
/** The input that a client sends: only the parts that the endpoint has. */
export type Arguments<E extends Endpoint> = Filled<{
  params: Sent<E["schemas"]["params"]>;
  query: Sent<E["schemas"]["query"]>;
  headers: Sent<E["schemas"]["headers"]>;
  body: Sent<E["schemas"]["body"]>;
}>;

/** The endpoints of `Modules` keyed by "METHOD path", as the browser names them. */
export type EndpointsByName<Modules extends Record<string, Record<string, Endpoint>>> = {
  [E in ModuleEndpoint<Modules> as `${E["method"]} ${E["path"]}`]: E;
};
type ModuleEndpoint<Modules extends Record<string, Record<string, Endpoint>>> = {
  [N in keyof Modules]: Modules[N][keyof Modules[N]];
}[keyof Modules];

/** The limit that a request counts against before it is handled; null where its own code counts, or nothing is written. */
export function limitOf({ method, schemas }: Endpoint): RateLimit | null {
  if (schemas.limit) return schemas.limit;
  const isWriting = method !== "GET" || schemas.isWriting === true;
  return !isWriting || schemas.errors?.includes("rate.limited") ? null : "writes";
}
