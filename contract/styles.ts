import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id } from "./page.ts";

export const Style = z.object({
  id: Id,
  name: z.string(),
  imageUrl: z.string().nullable(),
  activeOutfitCount: z.number().int(),
});
export type Style = z.infer<typeof Style>;

export const styleEndpoints = {
  list: endpoint("GET", "/api/styles", {
    summary: "All styles by name, with how many active outfits each has",
    reply: z.object({ items: z.array(Style) }),
  }),
};
