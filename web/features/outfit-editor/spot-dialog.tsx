import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from "react";
import type { Picture as StoredPicture } from "#contract/media.ts";
import { announce } from "#web/lib/announce.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Picture } from "#web/ui/picture.tsx";
import type { SpotFields } from "./outfit-form.ts";

/** A part of the photo's width or height that an arrow key moves the spot by. */
const step = 0.02;
const moves: Partial<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};
const within = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 1_000) / 1_000;
const percent = (share: number) => `${Math.round(share * 100)} %`;

interface SpotPhoto {
  id: string;
  picture: StoredPicture;
}

interface SpotDialogProps {
  /** What is placed: 'Corduroy jacket'. */
  name: string;
  photos: readonly SpotPhoto[];
  spot: SpotFields | null;
  onClose: () => void;
  onChange: (spot: SpotFields | null) => void;
}

/** Places an item on a photo: by a press, by dragging, or with arrow keys. */
export function SpotDialog({ name, photos, spot, onClose, onChange }: SpotDialogProps) {
  const [draft, setDraft] = useState<SpotFields>(spot ?? { imageId: photos[0]?.id ?? "", x: 0.5, y: 0.5 });
  const photo = photos.find(({ id }) => id === draft.imageId) ?? photos[0];
  if (!photo) return null;
  const place = (x: number, y: number) => setDraft({ imageId: photo.id, x: within(x), y: within(y) });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Where is ${name}?`}
      footer={
        <>
          {spot && (
            <Button look="outline" onClick={() => onChange(null)}>
              Remove the mark
            </Button>
          )}
          <Button look="primary" onClick={() => onChange({ ...draft, imageId: photo.id })}>
            Place it here
          </Button>
        </>
      }
    >
      {photos.length > 1 && (
        <div className="mb-4 flex flex-wrap gap-2">
          {photos.map(({ id }, index) => (
            <Chip key={id} isOn={id === photo.id} onClick={() => setDraft({ ...draft, imageId: id })}>
              {`Photo ${index + 1}`}
            </Chip>
          ))}
        </div>
      )}
      <p className="mb-4 text-fine text-muted">Press on the photo, or move the mark with the arrow keys.</p>
      <Surface photo={photo} name={name} spot={draft} onPlace={place} />
    </Dialog>
  );
}

interface SurfaceProps {
  photo: SpotPhoto;
  name: string;
  spot: SpotFields;
  onPlace: (x: number, y: number) => void;
}

function Surface({ photo, name, spot, onPlace }: SurfaceProps) {
  const { x, y } = spot;
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    onPlace((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  };
  const mark = useRef<HTMLButtonElement>(null);
  /** A press would take the focus from the mark, and the arrow keys with it. */
  const focusMark = (event: MouseEvent) => {
    event.preventDefault();
    mark.current?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (!move || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const [toX, toY] = [within(x + move[0]), within(y + move[1])];
    onPlace(toX, toY);
    announce(`${percent(toX)} from the left, ${percent(toY)} from the top`);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the mark does the same by keyboard
    <div
      className="relative mx-auto w-fit touch-none select-none"
      onMouseDown={focusMark}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture?.(event.pointerId);
        follow(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) follow(event);
      }}
    >
      <Picture
        picture={photo.picture}
        alt=""
        sizes="(width >= 48rem) 512px, 100vw"
        className="max-h-[60dvh] w-auto! max-w-full"
      />
      <button
        ref={mark}
        type="button"
        data-first-focus
        aria-label={`${name}: ${percent(x)} from the left, ${percent(y)} from the top`}
        onKeyDown={onKeyDown}
        className="absolute grid size-11 cursor-grab place-items-center rounded-full"
        style={{ left: `${x * 100}%`, top: `${y * 100}%`, transform: "translate(-50%, -50%)" }}
      >
        <span className="size-5 rounded-full border-2 border-white bg-black/60" />
      </button>
    </div>
  );
}
