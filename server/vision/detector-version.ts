/**
 * Raised with every change of weights or rules by which pictures are seen differently: what an earlier version found is not
 * offered any more.
 */
export const detectorVersion = 2;
