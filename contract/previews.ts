import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** The oEmbed response; field names as in the protocol, see oembed.com. */
export const Oembed = z.object({
  version: z.literal("1.0"),
  type: z.literal("photo"),
  title: z.string(),
  author_name: z.string().optional(),
  author_url: z.string().optional(),
  provider_name: z.string().describe("The site's name"),
  provider_url: z.string(),
  url: z.string().describe("The picture"),
  width: z.number().int(),
  height: z.number().int(),
});
export type Oembed = z.infer<typeof Oembed>;

export const previewEndpoints = {
  oembed: endpoint("GET", "/api/oembed", {
    summary:
      "Gets oEmbed data of an outfit, an article, an event, a profile, a style, a tag or a brand, for other sites",
    query: z.strictObject({
      url: z.url().max(1_500),
      format: z.literal("json").optional(),
      maxwidth: z.coerce.number().int().positive().optional(),
      maxheight: z.coerce.number().int().positive().optional(),
    }),
    reply: Oembed,
    errors: ["route.not_found"],
  }),
};
