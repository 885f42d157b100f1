/** Resolves in a task of its own, so that the browser can respond and paint before it. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
