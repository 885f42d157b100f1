import type { Upload, UploadKind } from "#contract/media.ts";
import { ApiError, readProblem } from "./api-error.ts";
import { getAccessToken, refreshAccessToken } from "./session.ts";

interface UploadOptions {
  /** Called with the share that has been sent, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/** Uploads a picture and returns the stored one. XMLHttpRequest, because `fetch` reports no upload progress. */
export async function uploadPicture(kind: UploadKind, file: Blob, options: UploadOptions = {}): Promise<Upload> {
  const token = await getAccessToken();
  try {
    return await send(kind, file, token, options);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "auth.session_ended" || token === null) throw error;
    return send(kind, file, await refreshAccessToken(), options);
  }
}

function send(kind: UploadKind, file: Blob, token: string | null, options: UploadOptions): Promise<Upload> {
  const { onProgress, signal } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api/uploads/${kind}`);
    request.setRequestHeader("content-type", file.type || "application/octet-stream");
    if (token !== null) request.setRequestHeader("authorization", `Bearer ${token}`);
    request.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    });
    request.addEventListener("load", () => {
      if (request.status === 200) resolve(JSON.parse(request.responseText) as Upload);
      else reject(readProblem(request.status, request.responseText, request.getResponseHeader("retry-after")));
    });
    request.addEventListener("error", () => reject(new ApiError("connection.lost", { status: 0 })));
    request.addEventListener("abort", () => reject(new DOMException("The upload was stopped", "AbortError")));
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}
