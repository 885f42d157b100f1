import clsx from "clsx";
import { ImagePlus, X } from "lucide-react";
import { type Ref, useRef } from "react";
import { useWatch } from "react-hook-form";
import { limits } from "#contract/limits.ts";
import type { Picture as StoredPicture } from "#contract/media.ts";
import { announce } from "#web/lib/announce.ts";
import { useRestoredFocus } from "#web/lib/use-restored-focus.ts";
import { pictureTypes } from "#web/text/picture-errors.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { photoControlClass } from "#web/ui/photo-control-class.ts";
import { Picture } from "#web/ui/picture.tsx";
import { SortableList } from "#web/ui/sortable-list.tsx";
import type { OutfitFields } from "./outfit-form.ts";
import { movePhoto, removePhoto, setPhotos } from "./photo-order.ts";
import type { MorePhotos } from "./use-more-photos.ts";
import type { OutfitForm } from "./use-outfit-form.ts";

interface PhotoStripProps {
  form: OutfitForm;
  more: MorePhotos;
  /** Another photo is the cover now. */
  onCoverChange: () => void;
  /** A new cover is being checked or sent: the one that it replaces can be neither moved nor removed. */
  isCoverBusy: boolean;
}

/** All photos of the outfit in their order, once there is a cover, which is the first; before that those on their way to it. */
export function PhotoStrip({ form, more, onCoverChange, isCoverBusy }: PhotoStripProps) {
  const [image, morePhotos] = useWatch({ control: form.control, name: ["image", "morePhotos"] });
  const addButton = useRef<HTMLButtonElement>(null);
  const kept = useRestoredFocus();
  const stored = image === null ? [] : [image, ...morePhotos];
  const photos = stored.map(({ picture }, index) => ({ id: picture.url, picture, index }));
  const change = (next: OutfitFields) => {
    const isOther = next.image?.picture.url !== image?.picture.url;
    setPhotos(form, next);
    if (isOther) onCoverChange();
  };
  const move = (id: string, before: string | null) => {
    const place = (of: string | null) => photos.findIndex((photo) => photo.id === of);
    change(movePhoto(form.getValues(), place(id), before === null ? photos.length : place(before)));
  };
  const remove = (index: number) => {
    change(removePhoto(form.getValues(), index));
    announce(`Photo ${index + 1} removed`);
    addButton.current?.focus();
  };
  const isFull = photos.length + more.waiting + (more.isIdle ? 0 : 1) >= limits.outfitPhotosMax;
  return (
    <div className={clsx(image && "mt-3")}>
      {photos.length > 1 && (
        <SortableList
          label="Photos"
          className="grid grid-cols-3 gap-3"
          items={photos}
          fixedCount={isCoverBusy ? 1 : 0}
          nameOf={({ index }) => `photo ${index + 1}`}
          onMove={move}
          renderItem={(photo) => (
            <Tile {...photo} isFixed={isCoverBusy && photo.index === 0} onRemove={() => remove(photo.index)} />
          )}
        />
      )}
      <div {...kept} className="outline-none">
        <Progress more={more} />
      </div>
      {image && (
        <>
          <p role="alert" className="mt-2 text-fine text-danger empty:hidden">
            {photoError(form)}
          </p>
          <AddPhotos ref={addButton} count={photos.length} isFull={isFull} onAdd={more.add} />
        </>
      )}
    </div>
  );
}

/** What is wrong with the photos after the cover. */
function photoError(form: OutfitForm): string | undefined {
  const { morePhotos } = form.formState.errors;
  if (!Array.isArray(morePhotos)) return morePhotos?.message;
  const wrong = morePhotos.findIndex((photo) => photo?.id?.message);
  return wrong < 0 ? undefined : `Photo ${wrong + 2}: ${morePhotos[wrong]?.id?.message}`;
}

interface AddPhotosProps {
  ref: Ref<HTMLButtonElement>;
  count: number;
  isFull: boolean;
  onAdd: (files: readonly File[]) => void;
}

function AddPhotos({ ref, count, isFull, onAdd }: AddPhotosProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="More photos of the outfit"
        accept={pictureTypes.join(",")}
        onChange={({ currentTarget }) => {
          onAdd([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
      <Button
        ref={ref}
        look="outline"
        size="small"
        // `disabled` could not take the focus of the button that makes room.
        aria-disabled={isFull || undefined}
        onClick={isFull ? undefined : () => input.current?.click()}
      >
        <ImagePlus aria-hidden="true" size={16} strokeWidth={1.5} />
        Add photos
      </Button>
      <p className="text-fine text-muted tabular-nums">
        {count}/{limits.outfitPhotosMax}
        {count > 1 && " · The first is the cover"}
      </p>
    </div>
  );
}

interface TileProps {
  picture: StoredPicture;
  index: number;
  isFixed: boolean;
  onRemove: () => void;
}

function Tile({ picture, index, isFixed, onRemove }: TileProps) {
  return (
    <div className="relative overflow-hidden rounded-photo">
      <Picture
        picture={picture}
        alt={`Photo ${index + 1}`}
        sizes="(width >= 68.75rem) 160px, 33vw"
        className="aspect-3/4! object-cover"
      />
      {index === 0 && (
        <span className="small-caps absolute bottom-2 left-2 rounded-full bg-paper/90 px-3 py-1 text-ink">Cover</span>
      )}
      <IconButton
        label={`Remove photo ${index + 1}`}
        aria-disabled={isFixed || undefined}
        onClick={isFixed ? undefined : onRemove}
        className="absolute! top-1 right-1"
      >
        <span className={photoControlClass}>
          <X aria-hidden="true" size={18} strokeWidth={1.5} />
        </span>
      </IconButton>
    </div>
  );
}

/** The photo on its way, or why it did not arrive. */
function Progress({ more: { upload, waiting, refusal, drop } }: { more: MorePhotos }) {
  const { state, retry } = upload;
  const rest = waiting === 0 ? "" : `, ${waiting} more to come`;
  if (state.status === "sending") {
    const percent = Math.round(state.share * 100);
    return (
      <div className="mt-2 flex items-center gap-3">
        <output className="grow text-fine tabular-nums">
          {state.share < 1 ? `Uploading, ${percent} %${rest}` : `Preparing your photo…${rest}`}
        </output>
        <IconButton label="Stop this upload" onClick={drop}>
          <X aria-hidden="true" size={18} strokeWidth={1.5} />
        </IconButton>
      </div>
    );
  }
  if (state.status === "failed") {
    return (
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <p role="alert" className="grow text-fine text-danger">
          {state.message}
        </p>
        {state.canRetry && (
          <Button size="small" onClick={retry}>
            Try again
          </Button>
        )}
        <Button look="quiet" size="small" onClick={drop}>
          Leave it out
        </Button>
      </div>
    );
  }
  return (
    <p role="alert" className="mt-2 text-fine text-danger empty:hidden">
      {refusal}
    </p>
  );
}
