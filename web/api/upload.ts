import type { Upload, UploadKind } from "#contract/media.ts";
import type { PhotoSearch } from "#contract/photo-searches.ts";
import { ApiError, readProblem } from "./api-error.ts";
import { renewToken } from "./call.ts";
import { getAccessToken } from "./session.ts";

interface UploadOptions {
  /** Called with the share that has been sent, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/** Uploads a picture and returns the stored one. */
export const uploadPicture = (kind: UploadKind, file: Blob, options: UploadOptions = {}): Promise<Upload> =>
  sendFile<Upload>(`/api/uploads/${kind}`, file, options);

/** Finds outfits with clothes like those of a photo. */
export const searchByPhoto = (file: Blob, options: UploadOptions = {}): Promise<PhotoSearch> =>
  sendFile<PhotoSearch>("/api/photo-searches", file, options);

/** Sends a file as a body. XMLHttpRequest, because `fetch` reports no upload progress. */
async function sendFile<Answer>(path: string, file: Blob, options: UploadOptions): Promise<Answer> {
  const token = await getAccessToken();
  try {
    return await send<Answer>(path, file, token, options);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "auth.session_ended" || token === null) throw error;
    return send<Answer>(path, file, await renewToken(token, error), options);
  }
}

async function send<Answer>(path: string, file: Blob, token: string | null, options: UploadOptions): Promise<Answer> {
  const { onProgress, signal } = options;
  // Left while the file was made smaller, or the token renewed.
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.setRequestHeader("content-type", file.type || "application/octet-stream");
    if (token !== null) request.setRequestHeader("authorization", `Bearer ${token}`);
    request.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    });
    request.addEventListener("load", () => {
      if (request.status === 200) resolve(JSON.parse(request.responseText) as Answer);
      else reject(readProblem(request.status, request.responseText, request.getResponseHeader("retry-after")));
    });
    request.addEventListener("error", () => reject(new ApiError("connection.lost", { status: 0 })));
    request.addEventListener("abort", () => reject(new DOMException("The upload was stopped", "AbortError")));
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}
