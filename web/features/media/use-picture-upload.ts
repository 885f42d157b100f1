import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import type { Upload, UploadKind } from "#contract/media.ts";
import { ApiError } from "#web/api/api-error.ts";
import { uploadPicture } from "#web/api/upload.ts";
import { notify } from "#web/ui/notify.ts";
import { isWorthRetrying, pictureComplaint, uploadFailureWords } from "./picture-rules.ts";
import { shrinkPicture } from "./shrink-picture.ts";

type UploadState =
  | { status: "idle" }
  /** `share` is how much has left, 0 to 1; at 1 the server is preparing the renditions. */
  | (Chosen & { status: "sending"; share: number })
  | (Chosen & { status: "failed"; words: string; canRetry: boolean; isOffline: boolean })
  | (Chosen & { status: "done"; upload: Upload });

interface Chosen {
  file: File;
  /** An address under which this page shows the file as it was chosen. */
  previewUrl: string;
}

type UploadEvent =
  | { type: "reset" }
  | { type: "send"; chosen: Chosen }
  | { type: "progress"; share: number }
  | { type: "fail"; words: string; canRetry: boolean; isOffline: boolean }
  | { type: "finish"; upload: Upload };

/** A late event of an upload that was stopped or replaced meets another state and changes nothing. */
function nextUploadState(state: UploadState, event: UploadEvent): UploadState {
  switch (event.type) {
    case "reset":
      return { status: "idle" };
    case "send":
      return { ...event.chosen, status: "sending", share: 0 };
    case "progress":
      // Never backwards, even when a second attempt starts from nothing.
      return state.status === "sending" ? { ...state, share: Math.max(state.share, event.share) } : state;
    case "fail": {
      if (state.status !== "sending") return state;
      const { words, canRetry, isOffline } = event;
      return { ...chosenOf(state), status: "failed", words, canRetry, isOffline };
    }
    case "finish":
      return state.status === "sending" ? { ...chosenOf(state), status: "done", upload: event.upload } : state;
  }
}

const chosenOf = ({ file, previewUrl }: Chosen): Chosen => ({ file, previewUrl });

export interface PictureUpload {
  state: UploadState;
  /** Why the last chosen file was not taken; whatever was there before it is untouched. */
  refusal: string | null;
  /** Checks the file and sends it in place of one that is under way. */
  start(file: File): void;
  /** Sends the failed file again. */
  retry(): void;
  /** Stops, and forgets the file. */
  cancel(): void;
}

/** One picture on its way to the server. A connection that comes back resumes what it had interrupted. */
export function usePictureUpload(kind: UploadKind, onDone?: (upload: Upload) => void): PictureUpload {
  const [state, dispatch] = useReducer(nextUploadState, { status: "idle" });
  const [refusal, setRefusal] = useState<string | null>(null);
  const running = useRef<AbortController>(undefined);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });

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
        if (signal.aborted) return;
        const isOffline = error instanceof ApiError && error.code === "connection.lost";
        dispatch({ type: "fail", words: uploadFailureWords(kind, error), canRetry: isWorthRetrying(error), isOffline });
      }
    },
    [kind],
  );

  const start = useCallback(
    (file: File) => {
      const words = pictureComplaint(kind, file);
      setRefusal(words ?? null);
      if (words === undefined) void send({ file, previewUrl: URL.createObjectURL(file) });
      else notify.error(words);
    },
    [kind, send],
  );
  const retry = useCallback(() => {
    if (state.status === "failed") void send(chosenOf(state));
  }, [state, send]);
  const cancel = useCallback(() => {
    running.current?.abort();
    setRefusal(null);
    dispatch({ type: "reset" });
  }, []);

  useWhenOnline(state.status === "failed" && state.isOffline, retry);
  useEffect(() => () => running.current?.abort(), []);
  const previewUrl = state.status === "idle" ? null : state.previewUrl;
  useEffect(() => {
    if (previewUrl !== null) return () => URL.revokeObjectURL(previewUrl);
  }, [previewUrl]);

  return { state, refusal, start, retry, cancel };
}

function useWhenOnline(isWaiting: boolean, resume: () => void): void {
  useEffect(() => {
    if (!isWaiting) return;
    addEventListener("online", resume);
    return () => removeEventListener("online", resume);
  }, [isWaiting, resume]);
}
