import type { ErrorCode, Issue, Problem } from "#contract/errors.ts";

/** The server's error codes, and the one that only the browser knows. */
export type FailureCode = ErrorCode | "connection.lost";

interface Details {
  status: number;
  issues?: readonly Issue[];
  /** From the Retry-After header. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** A call that failed. Screens look at `code`, never at `message`. */
export class ApiError extends Error {
  readonly code: FailureCode;
  readonly status: number;
  readonly issues: readonly Issue[];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: FailureCode, { status, issues = [], retryAfterSeconds, cause }: Details) {
    super(code, { cause });
    this.name = "ApiError";
    this.code = code;
    this.status = status;
    this.issues = issues;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** The first issue of a field or of something inside it. */
  issueFor(field: string): string | undefined {
    return this.issues.find(({ path }) => path === field || path.startsWith(`${field}.`))?.message;
  }
}

/** What was asked for is not there, or the address is no id; other errors may pass. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 422);

/**
 * The error of a failed response. A body that is no problem document (a proxy's page) counts as server.unavailable or
 * internal.
 */
export async function toApiError(response: Response): Promise<ApiError> {
  return readProblem(response.status, await response.text(), response.headers.get("retry-after"));
}

export function readProblem(status: number, text: string, retryAfter: string | null): ApiError {
  const problem = parseProblem(text);
  const seconds = Number(retryAfter ?? Number.NaN);
  return new ApiError(problem?.code ?? (status >= 502 ? "server.unavailable" : "internal"), {
    status,
    ...(problem?.issues ? { issues: problem.issues } : {}),
    ...(Number.isFinite(seconds) ? { retryAfterSeconds: seconds } : {}),
  });
}

function parseProblem(text: string): Problem | undefined {
  try {
    const body = JSON.parse(text) as Partial<Problem> | null;
    return typeof body?.code === "string" ? (body as Problem) : undefined;
  } catch {
    return undefined;
  }
}
