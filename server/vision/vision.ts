import type { Oklab } from "./colours.ts";

/** A part of the picture, as fractions of its upright width and height. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** One colour of garments. */
export interface GarmentColour {
  lab: Oklab;
  hex: string;
  name: string;
  /** Share of the garments' pixels, 0 to 1. */
  share: number;
}

export type GarmentKind =
  | "hat"
  | "eyewear"
  | "top"
  | "outer"
  | "dress"
  | "pants"
  | "skirt"
  | "shoes"
  | "bag"
  | "belt"
  | "scarf";
export type GarmentCategory = "Shirt" | "Pants" | "Shoes" | "Cap" | "Jacket" | "Accessories";

export interface Garment {
  kind: GarmentKind;
  category: GarmentCategory;
  /** Such as "jeans". */
  noun: string;
  /** Such as "Dark denim jeans". */
  name: string;
  /** 0 to 1, not calibrated. */
  confidence: number;
  box: Box;
  /** On the garment, near its middle. */
  point: Point;
  /** At most three, largest share first. */
  colours: GarmentColour[];
  isPatterned: boolean;
  /** Length 1, 128 numbers: what this garment looks like. */
  embedding: Float32Array;
}

/** What a picture shows of clothes. Faces, bodies and skin are not described. */
export interface Analysis {
  /** "garment": laid out or on a hanger. */
  subject: "person" | "garment" | "none";
  /** The largest first. */
  people: Box[];
  title: string;
  style: "Streetwear" | "Casual" | "Business Casual" | "Retro";
  garments: Garment[];
  /** At most five colours of garments, largest share first; background, skin and hair are excluded. */
  palette: GarmentColour[];
  /** Length 1, 128 numbers: what all garments together look like; null without any. */
  embedding: Float32Array | null;
}

/** Probabilities, 0 to 1. */
export interface ScreenScores {
  porn: number;
  hentai: number;
}

export interface VisionRequest {
  /** Background requests wait behind all interactive ones. */
  priority?: "interactive" | "background";
  /** Takes a waiting request out of the queue; one that runs stops at its next step. */
  signal?: AbortSignal;
  /** Given the number of requests that are served first, whenever it changes; 0 once it is this one's turn. */
  onPlace?: (ahead: number) => void;
}

interface AnalyseOptions extends VisionRequest {
  /** Analyses the person at this point instead of the largest. */
  point?: Point | undefined;
}

export interface VisionStats {
  waiting: number;
  isRunning: boolean;
  /** Resident, of the process when it last worked. */
  memoryBytes: number;
  completed: number;
  failed: number;
  timedOut: number;
  cancelled: number;
  refused: number;
  restarts: number;
}

/** The embedded models, in a process of their own with low priority. Nothing is started before the first request. */
export interface Vision {
  /**
   * Finds clothes in a JPEG, PNG, WebP or AVIF file.
   *
   * @throws VisionBusyError, VisionUnavailableError, VisionTimeoutError, VisionError
   */
  analyse(file: Uint8Array, options?: AnalyseOptions): Promise<Analysis>;
  /**
   * Scores a picture for image screening.
   *
   * @throws VisionBusyError, VisionUnavailableError, VisionTimeoutError, VisionError
   */
  screen(file: Uint8Array, options?: VisionRequest): Promise<ScreenScores>;
  stats(): VisionStats;
  close(): Promise<void>;
}

/** The picture cannot be read, or the models failed. */
export class VisionError extends Error {}
/** The picture was not looked at, whatever it shows: try again later. */
export class VisionUnavailableError extends VisionError {}
/** The queue is full, or moved too slowly. */
export class VisionBusyError extends VisionUnavailableError {}
/** The picture was being looked at until its deadline. */
export class VisionTimeoutError extends VisionError {}
