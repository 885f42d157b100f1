import { ApiError } from "#web/api/api-error.ts";

/** The `isAtField` of a change whose form shows at these fields what is wrong with them; a toast would say the first problem. */
export const isAtOneOf =
  (...fields: string[]) =>
  (error: Error): boolean =>
    error instanceof ApiError && fields.includes(error.issues[0]?.path ?? "");
