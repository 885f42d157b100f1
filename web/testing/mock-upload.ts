import { act } from "@testing-library/react";
import { vi } from "vitest";
import { ERRORS, type ErrorCode } from "#contract/errors.ts";
import type { Upload } from "#contract/media.ts";
import { anId } from "./samples.ts";

/** Replaces XMLHttpRequest: the test controls the progress and the result of the upload. */
export function mockUpload() {
  const requests: FakeRequest[] = [];
  const imageId = anId();
  /** Every upload creates a new picture; the first has `imageId`. */
  const ids = [imageId];
  const store = (): Upload => {
    const place = requests.filter(({ status }) => status === 200).length;
    const id = (ids[place] ??= anId());
    return { id, picture: { url: `/media/u/${place + 1}.webp`, width: 1_080, height: 1_440, thumbhash: "" } };
  };
  vi.stubGlobal(
    "XMLHttpRequest",
    class extends FakeRequest {
      override send() {
        requests.push(this);
      }
    },
  );
  /** An upload is sent a tick after the file is chosen or the retry pressed. */
  const current = () =>
    vi.waitFor(() => requests.find(({ isEnded }) => !isEnded) ?? Promise.reject(new Error("Nothing was uploaded")));
  const deferred = (action: (request: FakeRequest) => void) =>
    void current().then((request) => act(() => action(request)));
  const finish = (request: FakeRequest) => request.end(200, store());
  return {
    imageId,
    /** The id that the upload at `place`, from 0, was given. */
    idOf: (place: number) => ids[place],
    count: () => requests.length,
    wasAborted: () => requests.at(-1)?.isAborted ?? false,
    progress: (share: number) => deferred((request) => request.report(share)),
    finish: () => deferred(finish),
    /** Ends the upload that began last, while earlier ones go on. */
    finishLast: () => act(() => requests.slice(-1).forEach(finish)),
    /** Ends a request to another address than that of uploads. */
    answer: (body: unknown) => deferred((request) => request.end(200, body)),
    fail: (code: ErrorCode) =>
      deferred((request) => request.end(ERRORS[code].status, { code, status: ERRORS[code].status })),
    disconnect: () => deferred((request) => request.breakOff()),
  };
}

class FakeRequest extends EventTarget {
  upload = new EventTarget();
  status = 0;
  responseText = "";
  isAborted = false;
  isEnded = false;

  open(): void {}
  setRequestHeader(): void {}
  getResponseHeader(): null {
    return null;
  }
  send(): void {}
  abort(): void {
    this.isAborted = true;
    this.isEnded = true;
    this.dispatchEvent(new Event("abort"));
  }
  breakOff(): void {
    this.isEnded = true;
    this.dispatchEvent(new Event("error"));
  }
  report(share: number): void {
    this.upload.dispatchEvent(
      Object.assign(new Event("progress"), { lengthComputable: true, loaded: share, total: 1 }),
    );
  }
  end(status: number, body: unknown): void {
    this.isEnded = true;
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.dispatchEvent(new Event("load"));
  }
}
