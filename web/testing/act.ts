import { options } from "preact";
import { act as flush } from "preact/test-utils";

const { setTimeout: later } = globalThis;

// jsdom paints nothing: effects need not wait for a frame.
Object.assign(options, { requestAnimationFrame: (run: () => void) => void later(run) });

/**
 * Runs what changes the app and then all renders and effects, in place of `react-dom/test-utils`. Preact's own `act` renders
 * nothing before the promise of an asynchronous action settles, which may wait for just that.
 */
export function act<T>(action: () => T): T | Promise<unknown> {
  let result: T | undefined;
  const flushed = flush(() => {
    result = action();
  });
  return result instanceof Promise ? finish(result) : flushed;
}

async function finish(action: Promise<unknown>): Promise<unknown> {
  const result = await action;
  await new Promise((resolve) => later(resolve));
  return result;
}
