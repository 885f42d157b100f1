import { ApiError, type FailureCode } from "#web/api/api-error.ts";

type Words = Partial<Record<FailureCode, string | null>>;

/** Failures that come before anything else has: these words are at hand when nothing can be loaded. */
let errorText: Words = {
  "connection.lost": "No connection. Check your network and try again.",
  "server.unavailable": "Fash is out of reach right now. Please try again in a moment.",
};
let loading: Promise<void> | undefined;

/** Fetches the words of all failures, once; until they are here the actions' own stand in for them. */
export function loadErrorText(): Promise<void> {
  loading ??= import("./error-text.ts").then(
    (module) => {
      errorText = module.errorText;
    },
    () => {
      loading = undefined;
    },
  );
  return loading;
}

/** The words for a failure: the first field's complaint, else the code's, else the action's. */
export function wordsFor(error: unknown, failure = "An unexpected error occurred"): string {
  if (!(error instanceof ApiError)) return failure;
  void loadErrorText();
  return error.issues[0]?.message ?? errorText[error.code] ?? failure;
}
