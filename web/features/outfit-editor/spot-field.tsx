import { MapPin } from "lucide-react";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { Button } from "#web/ui/button.tsx";
import { LazyDialog } from "#web/ui/lazy-dialog.tsx";
import type { OutfitForm } from "./use-outfit-form.ts";

const SpotDialog = lazyPart(() => import("./spot-dialog.tsx"), "SpotDialog");

/** The button that places an item on a photo, once there is one. */
export function SpotField({ form, index }: { form: OutfitForm; index: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const [image, morePhotos, item] = useWatch({
    control: form.control,
    name: ["image", "morePhotos", `items.${index}`],
  });
  const photos = [image, ...morePhotos].flatMap((photo) => {
    return photo && photo.id !== null ? [{ id: photo.id, picture: photo.picture }] : [];
  });
  if (photos.length === 0 || item === undefined) return null;
  const spot = photos.some(({ id }) => id === item.spot?.imageId) ? item.spot : null;
  const name = item.productName.trim() || `item ${index + 1}`;
  return (
    <>
      <Button look="outline" size="small" className="self-start" onClick={() => setIsOpen(true)}>
        <MapPin aria-hidden="true" size={16} strokeWidth={1.5} />
        {spot ? "Move on the photo" : "Place on the photo"} <span className="sr-only">: {name}</span>
      </Button>
      {isOpen && (
        <LazyDialog onFailure={() => setIsOpen(false)}>
          <SpotDialog
            name={name}
            photos={photos}
            spot={spot}
            onClose={() => setIsOpen(false)}
            onChange={(next) => {
              form.setValue(`items.${index}.spot`, next, { shouldDirty: true });
              setIsOpen(false);
            }}
          />
        </LazyDialog>
      )}
    </>
  );
}
