/** The library has no types; these are the parts used here. */
declare module "subset-font" {
  type Axis = number | { min: number; max: number; default?: number };
  export default function subsetFont(
    font: Buffer,
    letters: string,
    options: {
      targetFormat: "woff2";
      variationAxes?: Record<string, Axis>;
      preserveNameIds?: number[];
      noHinting?: boolean;
    },
  ): Promise<Buffer>;
}
