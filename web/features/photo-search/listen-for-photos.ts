import type { AnyRouter } from "@tanstack/react-router";
import { givePhoto } from "#web/data/given-photo.ts";
import { listenForDroppedFiles } from "#web/lib/dropped-file.ts";
import { listenForPastedPictures } from "#web/lib/pasted-picture.ts";
import { toast } from "#web/lib/toast.ts";

/** Searches by a photo that is dropped or pasted anywhere on Explore, until the returned function is called. */
export function listenForPhotos(router: AnyRouter): () => void {
  const search = (photo: File) => {
    givePhoto(router.options.context.queryClient, photo);
    void router.navigate({ to: "/photo-search" });
  };
  return takePhotos(search, () => router.state.location.pathname === "/explore");
}

/**
 * Takes photos that are dropped or pasted anywhere on the page, until the returned function is called.
 *
 * @param isWanted Whether photos are taken now.
 */
export function takePhotos(onPhoto: (photo: File) => void, isWanted = () => true): () => void {
  const take = async (photo: File) => {
    const { pictureError } = await import("#web/text/picture-errors.ts");
    const problem = pictureError("outfit", photo);
    if (problem !== undefined) return toast.error(problem);
    onPhoto(photo);
  };
  const sign = createSign();
  const onOver = (isOver: boolean) => (isOver ? document.body.append(sign) : sign.remove());
  const onFile = (photo: File) => void take(photo);
  const stops = [listenForPastedPictures(onFile, isWanted), listenForDroppedFiles({ isWanted, onOver, onFile })];
  return () => {
    sign.remove();
    for (const stop of stops) stop();
  };
}

/** Over the page while a file is. */
function createSign(): HTMLElement {
  const sign = document.createElement("p");
  sign.className =
    "pointer-events-none fixed inset-0 z-50 grid place-items-center bg-black/60 font-display text-title text-white";
  sign.textContent = "Drop to search";
  return sign;
}
