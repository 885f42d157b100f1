/** Where the server takes the time from, so that tests can stand still or jump ahead. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
