export { maintainLookIndexes, storeVectors } from "./look-indexes.service.ts";
export { findNearestLooks } from "./nearest-looks.service.ts";
export { type LookBlend, rankSimilarOutfits } from "./similar-outfits.service.ts";
export type { OutfitVector } from "./vectors.store.ts";
