import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from "react";
import type { Upload, UploadKind } from "#contract/media.ts";
import { ApiError } from "#web/api/api-error.ts";
import { uploadPicture } from "#web/api/upload.ts";
import { isReadablePicture } from "#web/lib/is-readable-picture.ts";
import { shrinkPicture } from "#web/lib/shrink-picture.ts";
import { toast } from "#web/lib/toast.ts";
import { isWorthRetrying, pictureError, unreadableError, uploadErrorMessage } from "#web/text/picture-errors.ts";

type UploadState =
  | { status: "idle" }
  /** `share` is the uploaded part, 0 to 1; at 1 the server is preparing the renditions. */
  | (Chosen & { status: "sending"; share: number })
  | (Chosen & { status: "failed"; message: string; canRetry: boolean; isOffline: boolean })
  | (Chosen & { status: "done"; upload: Upload });

interface Chosen {
  file: File;
  /** An object URL of the chosen file. */
  previewUrl: string;
}

type UploadEvent =
  | { type: "reset" }
  | { type: "send"; chosen: Chosen }
  | { type: "progress"; share: number }
  | { type: "fail"; message: string; canRetry: boolean; isOffline: boolean }
  | { type: "finish"; upload: Upload };

/** A late event of a cancelled or replaced upload finds another state and changes nothing. */
function nextUploadState(state: UploadState, event: UploadEvent): UploadState {
  switch (event.type) {
    case "reset":
      return { status: "idle" };
    case "send":
      return { ...event.chosen, status: "sending", share: 0 };
    case "progress":
      // Never backwards, even if a second attempt starts at 0.
      return state.status === "sending" ? { ...state, share: Math.max(state.share, event.share) } : state;
    case "fail": {
      if (state.status !== "sending") return state;
      const { message, canRetry, isOffline } = event;
      return { ...chosenOf(state), status: "failed", message, canRetry, isOffline };
    }
    case "finish":
      return state.status === "sending" ? { ...chosenOf(state), status: "done", upload: event.upload } : state;
  }
}

const chosenOf = ({ file, previewUrl }: Chosen): Chosen => ({ file, previewUrl });

export interface PictureUpload {
  state: UploadState;
  /** A chosen file is being checked or sent; the state changes only when it is sent. */
  isBusy: boolean;
  /** Why the last chosen file was rejected; what was there before is kept. */
  fileError: string | null;
  /** Checks and uploads the file, replacing an upload in progress. */
  start(file: File): void;
  /** Sends the failed file again. */
  retry(): void;
  /** Cancels the upload and drops the file. */
  cancel(): void;
}

/**
 * The upload of one picture. It resumes automatically when a lost connection is back.
 *
 * @param onRefused Called with the reason when a chosen file is wrong and nothing is sent.
 */
export function usePictureUpload(
  kind: UploadKind,
  onDone?: (upload: Upload) => void,
  onRefused?: (message: string) => void,
): PictureUpload {
  const [state, dispatch] = useReducer(nextUploadState, { status: "idle" });
  const [fileError, setFileError] = useState<string | null>(null);
  const running = useRef<AbortController>(undefined);
  const done = useLatest(onDone);
  const refused = useLatest(onRefused);

  const send = useCallback(
    async (chosen: Chosen) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const { signal } = controller;
      dispatch({ type: "send", chosen });
      try {
        const smaller = await shrinkPicture(chosen.file);
        signal.throwIfAborted();
        const onProgress = (share: number) => !signal.aborted && dispatch({ type: "progress", share });
        const upload = await uploadPicture(kind, smaller, { signal, onProgress });
        signal.throwIfAborted();
        dispatch({ type: "finish", upload });
        done.current?.(upload);
      } catch (error) {
        if (!signal.aborted) dispatch(toFailure(kind, error));
      }
    },
    [kind, done],
  );

  const { isChecking, check, forget } = useCheck(kind);
  const start = useCallback(
    (file: File) =>
      check(file, (message, chosen) => {
        if (message === null) void send(chosen);
        else {
          toast.error(message);
          refused.current?.(message);
        }
        // The last of it: cancelling, or sending the next file, must not take the words away.
        setFileError(message);
      }),
    [check, send, refused],
  );
  const retry = useCallback(() => {
    if (state.status === "failed") void send(chosenOf(state));
  }, [state, send]);
  const cancel = useCallback(() => {
    forget();
    running.current?.abort();
    setFileError(null);
    dispatch({ type: "reset" });
  }, [forget]);

  useWhenOnline(state.status === "failed" && state.isOffline, retry);
  useEffect(() => () => running.current?.abort(), []);
  useRevokedUrl(state.status === "idle" ? null : state.previewUrl);

  return { state, isBusy: isChecking || state.status === "sending", fileError, start, retry, cancel };
}

function toFailure(kind: UploadKind, error: unknown): UploadEvent {
  const isOffline = error instanceof ApiError && error.code === "connection.lost";
  return { type: "fail", message: uploadErrorMessage(kind, error), canRetry: isWorthRetrying(error), isOffline };
}

/** What the last render was given, for what happens later. */
function useLatest<Value>(value: Value): { readonly current: Value } {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** Looks at a chosen file before it is sent; what was chosen before it, or is forgotten, has no outcome. */
function useCheck(kind: UploadKind) {
  const [isChecking, setChecking] = useState(false);
  const latest = useRef<File>(undefined);
  const check = useCallback(
    (file: File, onChecked: (message: string | null, chosen: Chosen) => void) => {
      latest.current = file;
      setChecking(true);
      const chosen = { file, previewUrl: URL.createObjectURL(file) };
      void findFault(kind, chosen).then((message) => {
        const isOutdated = latest.current !== file;
        if (message !== null || isOutdated) URL.revokeObjectURL(chosen.previewUrl);
        if (isOutdated) return;
        setChecking(false);
        onChecked(message, chosen);
      });
    },
    [kind],
  );
  const forget = useCallback(() => {
    latest.current = undefined;
    setChecking(false);
  }, []);
  return { isChecking, check, forget };
}

/** What is wrong with a chosen file. */
async function findFault(kind: UploadKind, { file, previewUrl }: Chosen): Promise<string | null> {
  const wrong = pictureError(kind, file);
  if (wrong !== undefined) return wrong;
  return (await isReadablePicture(previewUrl)) ? null : unreadableError(kind);
}

/** Revokes an object URL once it is no longer shown. */
function useRevokedUrl(url: string | null): void {
  useEffect(() => {
    if (url !== null) return () => URL.revokeObjectURL(url);
  }, [url]);
}

function useWhenOnline(isWaiting: boolean, resume: () => void): void {
  useLayoutEffect(() => {
    if (!isWaiting) return;
    addEventListener("online", resume);
    return () => removeEventListener("online", resume);
  }, [isWaiting, resume]);
}
