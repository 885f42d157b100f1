import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { OutfitCard } from "./outfits.ts";

export const trendingEndpoints = {
  list: endpoint("GET", "/api/trending", {
    summary: "Lists at most six outfits that fit the caller's styles, best first; the most viewed for visitors",
    reply: z.object({ items: z.array(OutfitCard) }),
  }),
};
