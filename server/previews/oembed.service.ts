import type { Oembed } from "#contract/previews.ts";
import type { RequestContext } from "#server/http/context.ts";
import { isPagePath } from "#server/http/pages/page-paths.ts";
import { fail } from "#server/lib/app-error.ts";
import { describePage } from "./page-heads.service.ts";

/**
 * oEmbed data of the address of an outfit, an article, an event, a profile, a style, a tag or a brand.
 *
 * @throws route.not_found for any other URL, and if nothing of it is listed
 */
export async function embedPage(
  context: RequestContext,
  address: string,
  sizeMax: { width?: number; height?: number },
): Promise<Oembed> {
  const { publicUrl } = context.config;
  const url = new URL(address);
  if (url.origin !== new URL(publicUrl).origin || !isPagePath(url.pathname)) return fail("route.not_found");
  const head = await describePage(context, url.pathname, url.searchParams);
  if (!head.image || head.oembedUrl === undefined) return fail("route.not_found");
  const { width, height } = head.image;
  const scale = Math.min(1, (sizeMax.width ?? Infinity) / width, (sizeMax.height ?? Infinity) / height);
  return {
    version: "1.0",
    type: "photo",
    title: head.embedTitle ?? head.title,
    ...(head.author ? { author_name: head.author.name, author_url: head.author.url } : {}),
    provider_name: head.siteName,
    provider_url: publicUrl,
    url: head.image.url,
    width: Math.round(width * scale),
    height: Math.round(height * scale),
  };
}
