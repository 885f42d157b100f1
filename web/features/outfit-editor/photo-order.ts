import type { UseFormReturn } from "react-hook-form";
import { limits } from "#contract/limits.ts";
import type { OutfitFields, PhotoFields } from "./outfit-form.ts";

type Photo = Omit<PhotoFields, "id"> & { id: string | null };

const photosOf = ({ image, altText, morePhotos }: OutfitFields): Photo[] => [
  ...(image ? [{ ...image, altText }] : []),
  ...morePhotos,
];

/** The first photo is the cover; alt texts move with their photos. */
function withPhotos(fields: OutfitFields, photos: Photo[]): OutfitFields {
  const [cover, ...more] = photos;
  return {
    ...fields,
    image: cover ? { id: cover.id, picture: cover.picture, uploadedAt: cover.uploadedAt } : null,
    altText: cover?.altText ?? "",
    morePhotos: more.flatMap(({ id, ...photo }) => (id === null ? [] : [{ id, ...photo }])),
  };
}

/** Makes the first photo the cover where there is none. */
export function withCover(fields: OutfitFields): OutfitFields {
  return withPhotos(fields, photosOf(fields));
}

/** Without the uploads that the server has deleted by now, as nothing was posted with them for a day; the same if there are none. */
export function withoutLostPhotos(fields: OutfitFields): OutfitFields {
  const since = Date.now() - limits.orphanImageHours * 3_600_000;
  const photos = photosOf(fields);
  const left = photos.filter(({ uploadedAt }) => uploadedAt === undefined || uploadedAt > since);
  return left.length === photos.length ? fields : withPhotos(fields, left);
}

/**
 * With the pictures of a posted outfit as they are now: their addresses have changed if it was hidden or its author became
 * private meanwhile. What was seen in a photo stays with it.
 */
export function withPostedPictures(fields: OutfitFields, posted: OutfitFields): OutfitFields {
  const pictures = new Map(photosOf(posted).map(({ id, picture }) => [id, picture]));
  const renew = <P extends Pick<Photo, "id" | "picture">>(photo: P): P => ({
    ...photo,
    picture: pictures.get(photo.id) ?? photo.picture,
  });
  const { image, morePhotos, suggested } = fields;
  const seen = photosOf(fields).find(({ picture }) => picture.url === suggested.found?.url);
  return {
    ...fields,
    image: image && renew(image),
    morePhotos: morePhotos.map(renew),
    suggested: {
      ...suggested,
      found: suggested.found && seen ? { ...suggested.found, url: renew(seen).picture.url } : suggested.found,
    },
  };
}

/** Puts the photo at `from` before the one that is at `before` now. */
export function movePhoto(fields: OutfitFields, from: number, before: number): OutfitFields {
  const photos = photosOf(fields);
  const [moved] = photos.splice(from, 1);
  if (!moved) return fields;
  photos.splice(before > from ? before - 1 : before, 0, moved);
  return withPhotos(fields, photos);
}

/** Takes the photo at `index` out; the next one becomes the cover where that was it. */
export function removePhoto(fields: OutfitFields, index: number): OutfitFields {
  return withPhotos(
    fields,
    photosOf(fields).filter((_photo, place) => place !== index),
  );
}

/** Writes photos and their alt texts into the form. */
export function setPhotos(form: UseFormReturn<OutfitFields>, fields: OutfitFields): void {
  // Errors go by the places of the photos.
  form.clearErrors(["image", "morePhotos"]);
  for (const name of ["image", "altText", "morePhotos"] as const) {
    form.setValue(name, fields[name], { shouldDirty: true });
  }
}
