const cleanups: (() => Promise<unknown>)[] = [];

/** Runs `cleanup` when the test file has ended, the last one first; also for what a test opens, in which no hook can be added. */
export function atFileEnd(cleanup: () => Promise<unknown>): void {
  cleanups.push(cleanup);
}

/** For setup.ts. */
export async function cleanUp(): Promise<void> {
  const failures: unknown[] = [];
  for (let next = cleanups.pop(); next; next = cleanups.pop())
    await next().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, "What the test file opened cannot be closed");
}
