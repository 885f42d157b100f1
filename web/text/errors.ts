import { ApiError, type FailureCode } from "#web/api/api-error.ts";

type Words = Partial<Record<FailureCode, string | null>>;

/** Messages that are available even if nothing else can be loaded. */
let errorMessages: Words = {
  "connection.lost": "No connection. Check your network and try again.",
  "server.unavailable": "We can't reach Fash right now. Please try again in a moment.",
};
let loading: Promise<void> | undefined;

/** Loads all error messages, once; until then the actions' own messages are used. */
export function loadErrorMessages(): Promise<void> {
  loading ??= import("./error-messages.ts").then(
    (module) => {
      errorMessages = module.errorMessages;
    },
    () => {
      loading = undefined;
    },
  );
  return loading;
}

/** The words for a failure: the first field's error, else the code's, else the action's. */
export function errorMessage(error: unknown, failure = "Something went wrong. Please try again in a moment."): string {
  if (!(error instanceof ApiError)) return failure;
  void loadErrorMessages();
  return error.issues[0]?.message ?? errorMessages[error.code] ?? failure;
}
