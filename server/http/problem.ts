import type { FastifyError } from "fastify";
import type { z } from "zod";
import { ERRORS, type ErrorCode, type Issue, type Problem } from "#contract/errors.ts";
import { AppError } from "#server/lib/app-error.ts";

/** The issues of a schema as the catalogue's issues: dotted path, message ready to be shown. */
export function toIssues(error: z.ZodError): Issue[] {
  return error.issues.flatMap((issue): Issue[] => {
    const path = issue.path.map(String).join(".");
    if (issue.code !== "unrecognized_keys") return [{ path, message: issue.message }];
    return issue.keys.map((key) => ({ path: path === "" ? key : `${path}.${key}`, message: `Unknown field ${key}` }));
  });
}

/** The RFC 9457 body of a failure. */
export function toProblem(error: AppError, requestId: string): Problem {
  const { status, title } = ERRORS[error.code];
  const problem: Problem = { type: `/problems/${error.code}`, title, status, code: error.code, requestId };
  return error.issues === undefined ? problem : { ...problem, issues: error.issues };
}

const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "request.unsupported_type",
  FST_ERR_CTP_BODY_TOO_LARGE: "request.too_large",
  FST_ERR_CTP_INVALID_JSON_BODY: "request.malformed",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "request.malformed",
  FST_ERR_CTP_EMPTY_JSON_BODY: "request.malformed",
  FST_ERR_BAD_URL: "request.malformed",
  FST_ERR_ASYNC_CONSTRAINT: "request.malformed",
  FST_ERR_MAX_PARAM_LENGTH: "route.not_found",
  FST_UNDER_PRESSURE: "server.unavailable",
};

/**
 * PostgreSQL's classes that mean «not now»: connection trouble, shutdown, time-outs, and too little of what it needs: disk,
 * memory, connections.
 */
const passingDatabaseFault = /^(08...|57P0[1-3]|57014|53...|58030|40001|40P01|55P03)$/;
const passingSocketFaults = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOENT", "EAGAIN"]);

/**
 * PostgreSQL's classes for a value that it cannot take: data exceptions, a check that the value breaks, an index entry that
 * would be too large. The schemas refuse such input by its field; what they miss is the caller's fault all the same.
 */
const unstorableInput = /^(22...|23514|54000)$/;

/** Whether the failure hides an input that the schemas should have refused, and so has to be logged. */
export const isMissedBySchemas = ({ code, cause }: AppError): boolean =>
  code === "request.invalid" && cause !== undefined;

const exhaustion = /^(53[12]00|58030|ENOSPC|EDQUOT|EROFS|EACCES|EIO)$/;

/** Whether the failure will not pass until somebody acts, such as a full disk, and so has to be logged. */
export function isForOperator({ cause }: AppError): boolean {
  for (let error = cause; error instanceof Error; error = error.cause) {
    if (exhaustion.test((error as { code?: string }).code ?? "")) return true;
  }
  return false;
}

/** Any throw as an AppError: the framework's and the database's own faults are translated, the unknown is `internal`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code = "", statusCode, message = "" } = error as Partial<FastifyError>;
  const known = frameworkCodes[code];
  if (known) return new AppError(known, { cause: error });
  if (
    passingDatabaseFault.test(code) ||
    passingSocketFaults.has(code) ||
    /connection (terminated|timeout)|timeout exceeded when trying to connect|query read timeout/i.test(message)
  ) {
    return new AppError("server.unavailable", { cause: error, retryAfterSeconds: 2 });
  }
  if (unstorableInput.test(code)) return new AppError("request.invalid", { cause: error });
  if (statusCode === 429) return new AppError("rate.limited", { cause: error });
  if (statusCode === 400) return new AppError("request.malformed", { cause: error });
  return new AppError("internal", { cause: error });
}
