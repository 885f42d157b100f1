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
    summary: "Lists all styles by name, each with its number of active outfits",
    reply: z.object({ items: z.array(Style) }),
  }),
};
