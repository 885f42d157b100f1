import type { UseMutationResult } from "@tanstack/react-query";

// In place of "@tanstack/react-query" where the server renders, see scripts/vite-page-html.ts.
export * from "@tanstack/react-query";

const sendNothing = () => undefined;

const sendNothingAsync = () => Promise.reject(new Error("Nothing is sent while a page is rendered"));

const idle: UseMutationResult<unknown, Error, unknown> = {
  context: undefined,
  data: undefined,
  error: null,
  failureCount: 0,
  failureReason: null,
  isError: false,
  isIdle: true,
  isPaused: false,
  isPending: false,
  isSuccess: false,
  mutate: sendNothing,
  mutateAsync: sendNothingAsync,
  reset: sendNothing,
  status: "idle",
  submittedAt: 0,
  variables: undefined,
};

/** Nobody presses anything on a page that is being rendered: what the library makes for it was a tenth of the work on an outfit's page. */
export const useMutation = (): typeof idle => idle;
