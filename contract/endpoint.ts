import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface Schemas {
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  reply: z.ZodType;
  errors?: readonly ErrorCode[];
  /** One sentence for the API page. */
  summary?: string;
}

/** One call of the API: what it takes, gives and may fail with. Server and browser share this object's type. */
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

/** What a handler receives: parsed and defaulted. */
export interface Input<E extends Endpoint> {
  params: Parsed<E["schemas"]["params"], Record<never, never>>;
  query: Parsed<E["schemas"]["query"], Record<never, never>>;
  body: Parsed<E["schemas"]["body"], undefined>;
}
export type Reply<E extends Endpoint> = z.output<E["schemas"]["reply"]>;

type Filled<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };
/** What a caller sends: only the parts that the endpoint has. */
export type Arguments<E extends Endpoint> = Filled<{
  params: Sent<E["schemas"]["params"]>;
  query: Sent<E["schemas"]["query"]>;
  body: Sent<E["schemas"]["body"]>;
}>;

/** The endpoints of `Nouns` keyed by "METHOD path", the spelling in which the browser names a call. */
export type EndpointsByName<Nouns extends Record<string, Record<string, Endpoint>>> = {
  [E in NounEndpoint<Nouns> as `${E["method"]} ${E["path"]}`]: E;
};
type NounEndpoint<Nouns extends Record<string, Record<string, Endpoint>>> = {
  [N in keyof Nouns]: Nouns[N][keyof Nouns[N]];
}[keyof Nouns];
