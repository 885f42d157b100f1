import { useEffect, useEffectEvent, useRef, useState } from "react";
import { InlineError } from "#web/ui/inline-error.tsx";

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
declare global {
  // Not in every browser, see caniuse.com/mdn-api_barcodedetector.
  var BarcodeDetector: (new (options: { formats: string[] }) => Detector) | undefined;
}

const scanEveryMs = 250;
/** The same ticket in front of the camera is one scan. */
const repeatMs = 4_000;

/** Scans tickets with the camera, if the browser supports reading codes. */
export function TicketScanner({ onCode }: { onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [isFailed, setFailed] = useState(false);
  const last = useRef({ code: "", atMs: 0 });
  const found = useEffectEvent((code: string) => {
    const now = performance.now();
    if (last.current.code === code && now - last.current.atMs < repeatMs) return;
    last.current = { code, atMs: now };
    onCode(code);
  });
  useEffect(() => {
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setInterval> | undefined;
    let isOver = false;
    const start = async () => {
      if (!globalThis.BarcodeDetector) throw new Error("no detector");
      const detector = new globalThis.BarcodeDetector({ formats: ["qr_code"] });
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      const element = video.current;
      if (isOver || !element) return stop();
      element.srcObject = stream;
      await element.play();
      timer = setInterval(() => {
        detector.detect(element).then(
          (codes) => codes.forEach(({ rawValue }) => found(rawValue)),
          () => undefined,
        );
      }, scanEveryMs);
    };
    const stop = () => {
      clearInterval(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    start().catch(() => setFailed(true));
    return () => {
      isOver = true;
      stop();
    };
  }, [attempt]);
  if (isFailed) {
    const retry = () => {
      setFailed(false);
      setAttempt(attempt + 1);
    };
    return <InlineError message="The camera can't be used here. Type the code instead." onRetry={retry} />;
  }
  return (
    <div className="relative mx-auto aspect-square w-full max-w-sm overflow-hidden rounded-photo bg-black">
      <video ref={video} muted playsInline aria-label="Camera" className="size-full object-cover" />
      <span aria-hidden="true" className="absolute inset-[18%] rounded-photo border-2 border-white/80" />
    </div>
  );
}
