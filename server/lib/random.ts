import { randomInt } from "node:crypto";

/** The source of randomness, replaceable in tests. */
export interface Random {
  /** A whole number from 0 up to, not including, `bound`; each equally likely. */
  below(bound: number): number;
}

/** The operating system's cryptographic source, so that awards are unpredictable. */
export const systemRandom: Random = { below: (bound) => randomInt(bound) };
