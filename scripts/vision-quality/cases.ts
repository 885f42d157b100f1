import type { Analysis, Box, GarmentCategory, GarmentKind, Point } from "#server/vision/vision.ts";

export const categories: readonly GarmentCategory[] = ["Shirt", "Pants", "Shoes", "Cap", "Jacket", "Accessories"];
export type Legs = "dress" | "skirt" | "trousers";

/** What a person in a picture really wears. */
export interface Truth {
  wears: ReadonlySet<GarmentCategory>;
  /** Cannot be told from the picture, so that no answer is wrong. */
  unclear: ReadonlySet<GarmentCategory>;
  /** What covers the legs, where that is clear. */
  legs: Legs | undefined;
}

/** The part of an analysis that is judged. */
export interface Seen {
  garments: readonly { category: GarmentCategory; kind: GarmentKind; point: Point }[];
  people: readonly Box[];
}

/** A version of the detector. */
export type Detector = (file: Uint8Array, options?: { point?: Point }) => Promise<Seen | Analysis>;

/** A person in a picture. */
export interface Subject {
  file: Buffer;
  truth: Truth;
  /** On the person, where others are in the picture. */
  point?: Point | undefined;
}

/** A subject and what each version of the detector found. */
export interface Case {
  truth: Truth;
  found: Record<string, Seen>;
}

/** Runs all versions on the same pictures. */
export async function runAll(detectors: Record<string, Detector>, subjects: readonly Subject[]): Promise<Case[]> {
  const cases: Case[] = [];
  for (const { file, truth, point } of subjects) {
    const found: Record<string, Seen> = {};
    for (const [name, detect] of Object.entries(detectors)) found[name] = await detect(file, point ? { point } : {});
    cases.push({ truth, found });
  }
  return cases;
}
