import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { OutfitCard } from "./outfits.ts";

export const trendingEndpoints = {
  list: endpoint("GET", "/api/trending", {
    summary: "What fits the caller's taste best, at most six, best first; for a visitor the most viewed",
    reply: z.object({ items: z.array(OutfitCard) }),
  }),
};
