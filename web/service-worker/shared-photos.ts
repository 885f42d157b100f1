import { sharedNameHeader, sharedStore } from "./stores.ts";

export const shareTarget = "/add-outfit";

/**
 * Keeps the photos that another app shares with this one, and opens the form, which takes them: after signing in, if that is
 * needed. Anything else that is shared is ignored.
 */
export async function receiveShare(request: Request): Promise<Response> {
  // Any site may send a POST here, also with a body that is no form.
  const form = await request.formData().catch(() => undefined);
  const files = form?.getAll("photo").filter((part) => part instanceof File) ?? [];
  const photos = files.filter(({ type }) => type.startsWith("image/"));
  if (photos.length === 0) return Response.redirect(shareTarget, 303);
  // The device may have no room for them.
  const outcome = await keep(photos).then(
    () => "photo",
    () => "lost",
  );
  return Response.redirect(`${shareTarget}?shared=${outcome}`, 303);
}

/** All or none, so that the form can say what is missing. */
async function keep(photos: readonly File[]): Promise<void> {
  await caches.delete(sharedStore);
  try {
    const cache = await caches.open(sharedStore);
    for (const [index, photo] of photos.entries()) {
      const headers = { "content-type": photo.type, [sharedNameHeader]: encodeURIComponent(photo.name) };
      await cache.put(`/shared-photo/${index}`, new Response(await photo.arrayBuffer(), { headers }));
    }
  } catch (error) {
    await caches.delete(sharedStore);
    throw error;
  }
}
