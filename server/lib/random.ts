import { randomInt } from "node:crypto";

/** Where chance comes from, so that tests can decide it. */
export interface Random {
  /** A whole number from 0 up to, not including, `bound`; each equally likely. */
  below(bound: number): number;
}

/** The operating system's cryptographic source: nobody can foresee an award. */
export const systemRandom: Random = { below: (bound) => randomInt(bound) };
