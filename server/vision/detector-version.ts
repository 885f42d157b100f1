/**
 * Raised with every change of weights or rules by which pictures are seen differently, those of palettes (server/looks/looks.ts)
 * included: what an earlier version found is not offered any more, and covers that it saw, or could not see, are analysed again.
 */
export const detectorVersion = 4;
