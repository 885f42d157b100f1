import { ERRORS, type ErrorCode, type Issue } from "#contract/errors.ts";

/** An error that is reported to the caller. Any other error is answered as `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly issues: Issue[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: { issues?: Issue[]; retryAfterSeconds?: number; cause?: unknown } = {}) {
    super(ERRORS[code].title, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.issues = options.issues;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** Throws an AppError with `code`; usable as an expression: `row ?? fail("outfit.not_found")`. */
export function fail(code: ErrorCode, options?: { issues?: Issue[]; retryAfterSeconds?: number }): never {
  throw new AppError(code, options);
}

/** Throws `request.invalid` for one field. */
export function failField(path: string, message: string): never {
  throw new AppError("request.invalid", { issues: [{ path, message }] });
}
