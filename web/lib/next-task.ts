/** Resolves in a task of its own, so that the browser can respond and paint before it. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** The same once the code of something has loaded, or failed to. */
export const nextTaskWith = (load: (() => Promise<unknown> | undefined) | undefined): Promise<void> =>
  Promise.resolve(load?.())
    .catch(() => undefined)
    .then(nextTask);

/** Resolves after the next frame, or a little later on a page that is not visible and has none. */
export const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 100);
  });
