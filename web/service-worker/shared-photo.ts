import { sharedNameHeader, sharedPhotoKey, sharedStore } from "./stores.ts";

export const shareTarget = "/add-outfit";

/**
 * Keeps a photo that another app shares with this one, and opens the form, which takes it: after signing in, if that is
 * needed. Anything else that is shared is ignored.
 */
export async function receiveShare(request: Request): Promise<Response> {
  // Any site may send a POST here, also with a body that is no form.
  const form = await request.formData().catch(() => undefined);
  const photo = form?.get("photo");
  const isPhoto = photo instanceof File && photo.type.startsWith("image/");
  if (!isPhoto) return Response.redirect(shareTarget, 303);
  // The device may have no room for it.
  const outcome = await keep(photo).then(
    () => "photo",
    () => "lost",
  );
  return Response.redirect(`${shareTarget}?shared=${outcome}`, 303);
}

async function keep(photo: File): Promise<void> {
  const headers = { "content-type": photo.type, [sharedNameHeader]: encodeURIComponent(photo.name) };
  await (await caches.open(sharedStore)).put(sharedPhotoKey, new Response(await photo.arrayBuffer(), { headers }));
}
