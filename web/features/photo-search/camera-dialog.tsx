import { useEffect, useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";

interface CameraDialogProps {
  onPhoto: (photo: File) => void;
  onClose: () => void;
}

/** Shows the camera's picture in the element of `video`; `retry` asks for the camera once more. */
function useCamera() {
  const video = useRef<HTMLVideoElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<"starting" | "ready" | "failed">("starting");
  useEffect(() => {
    let stream: MediaStream | undefined;
    let isOver = false;
    const stop = () => stream?.getTracks().forEach((track) => track.stop());
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({
        video: { width: { ideal: 1_920 }, height: { ideal: 1_080 } },
      });
      const element = video.current;
      if (isOver || !element) return stop();
      element.srcObject = stream;
      await element.play();
      setState("ready");
    };
    start().catch(() => setState("failed"));
    return () => {
      isOver = true;
      stop();
    };
  }, [attempt]);
  const retry = () => {
    setState("starting");
    setAttempt(attempt + 1);
  };
  return { video, state, setState, retry };
}

/** Takes a photo with the computer's camera, which the browser asks for when this opens and which ends with it. */
export function CameraDialog({ onPhoto, onClose }: CameraDialogProps) {
  const { video, state, setState, retry } = useCamera();
  const shoot = async () => {
    const photo = video.current && (await drawPhoto(video.current));
    if (photo) onPhoto(photo);
    else setState("failed");
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Take a photo"
      footer={
        <Button look="primary" data-first-focus disabled={state !== "ready"} onClick={() => void shoot()}>
          Take photo
        </Button>
      }
    >
      {state === "failed" ? (
        <InlineError
          message="We can't use the camera. Please allow it in your browser, or choose a photo instead."
          onRetry={retry}
        />
      ) : (
        <video
          ref={video}
          muted
          playsInline
          aria-label="Camera"
          className="w-full rounded-photo bg-black"
          // As in a mirror: the camera looks at the one who presses the button.
          style={{ aspectRatio: "4 / 3", objectFit: "contain", transform: "scaleX(-1)" }}
        />
      )}
    </Dialog>
  );
}

async function drawPhoto(video: HTMLVideoElement): Promise<File | null> {
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext("2d")?.drawImage(video, 0, 0);
  const type = "image/jpeg";
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.92));
  return picture && new File([picture], "photo.jpg", { type });
}
