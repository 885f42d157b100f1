import { readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import type { GarmentCategory, Point } from "#server/vision/vision.ts";
import type { Legs, Subject } from "./cases.ts";

/** A photograph of an npm package and what its people wear, as judged by eye. */
interface PhotoEntry {
  /** Name and version. */
  package: string;
  file: string;
  /** The part that is one photograph, in pixels. */
  area?: { left: number; top: number; width: number; height: number };
  /** Whether the photo was looked at while rules were changed. */
  part: "rules" | "held out";
  people: {
    wears: GarmentCategory[];
    unclear?: GarmentCategory[];
    legs?: Legs;
    /** The hips are outside the picture, covered or sat on. */
    isHalf?: boolean;
    point?: Point;
  }[];
}

export interface PhotoSubject extends Subject {
  part: PhotoEntry["part"];
  group: "whole figures" | "half figures";
  isAmongOthers: boolean;
}

/** The people of `photos.json`, from the packages installed in a folder. */
export async function readPhotos(folder: string): Promise<PhotoSubject[]> {
  const entries = JSON.parse(
    await readFile(path.join(import.meta.dirname, "photos.json"), "utf8"),
  ) as readonly PhotoEntry[];
  const subjects: PhotoSubject[] = [];
  for (const { package: id, file, area, part, people } of entries) {
    const name = id.slice(0, id.lastIndexOf("@"));
    const stored = await readFile(path.join(folder, "node_modules", name, file));
    const picture = area ? await sharp(stored).extract(area).png().toBuffer() : stored;
    for (const { wears, unclear = [], legs, isHalf = false, point } of people)
      subjects.push({
        file: picture,
        truth: { wears: new Set(wears), unclear: new Set(unclear), legs },
        point,
        part,
        group: isHalf ? "half figures" : "whole figures",
        isAmongOthers: people.length > 1,
      });
  }
  return subjects;
}
