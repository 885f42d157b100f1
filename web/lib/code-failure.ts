const message = "Code could not be loaded";

/**
 * Gives a failed import the same message in all browsers. The router knows their own messages and would reload the page for the code
 * of a screen, which without a connection ends at the browser's error page.
 */
export function nameCodeFailures(): void {
  addEventListener("vite:preloadError", ({ payload }) => {
    payload.message = message;
  });
}

/** Whether an error is that of an import: there is no connection, or a release has removed the file. */
export const isCodeFailure = (error: unknown): boolean => error instanceof Error && error.message === message;
