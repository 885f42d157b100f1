import { useEffect, useEffectEvent, useState } from "react";
import { limits } from "#contract/limits.ts";
import { ApiError } from "#web/api/api-error.ts";
import { lockCase, unlockCase } from "#web/data/moderation.ts";
import { errorMessage } from "#web/text/errors.ts";

const lockRenewMs = (limits.caseLockMinutes * 60_000) / 2;
/** A colleague may leave the case, or the connection return, at any moment. */
const lockRetryMs = 10_000;

const isPassing = ({ code, status }: ApiError): boolean =>
  code === "case.locked" || code === "connection.lost" || code === "rate.limited" || status >= 500;

/**
 * Reserves the case while it is on screen, as soon as that is possible; gives why it could not be, or undefined. Calls
 * `onDecided` if it has been decided since it was loaded.
 */
export function useCaseLock(caseId: string, isOpen: boolean, onDecided: () => void): string | undefined {
  const [refusal, setRefusal] = useState<string>();
  const reload = useEffectEvent(onDecided);
  useEffect(() => {
    if (!isOpen) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isClosed = false;
    const settle = (refused: string | undefined, nextMs: number | undefined) => {
      if (isClosed) return;
      setRefusal(refused);
      clearTimeout(timer);
      if (nextMs !== undefined) timer = setTimeout(take, nextMs);
    };
    const take = () => {
      lockCase(caseId).then(
        () => settle(undefined, lockRenewMs),
        (error: unknown) => {
          const failure = error instanceof ApiError ? error : undefined;
          settle(errorMessage(error), failure && isPassing(failure) ? lockRetryMs : undefined);
          if (failure?.code === "case.decided" && !isClosed) reload();
        },
      );
    };
    take();
    addEventListener("online", take);
    return () => {
      isClosed = true;
      clearTimeout(timer);
      removeEventListener("online", take);
      unlockCase(caseId).catch(() => undefined);
    };
  }, [caseId, isOpen]);
  return refusal;
}
