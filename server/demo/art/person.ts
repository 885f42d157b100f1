import type { Build } from "./frame.ts";

// prettier-ignore
export type HairStyle =
  | "bob" | "fringe" | "long" | "waves" | "bun" | "low-bun" | "ponytail" | "braids" | "afro" | "curls" | "pixie"
  | "crop" | "side-part" | "quiff" | "buzz" | "flat-top" | "locs" | "curtains" | "thinning" | "hijab";
type Expression = "calm" | "smile" | "grin" | "laugh" | "cool";
type Beard = "stubble" | "full" | "moustache";

/** Someone who wears a look: everything of a person that the drawing shows. */
export type Person = {
  build: Build;
  masculine: boolean;
  skin: string;
  hair: string;
  hairStyle: HairStyle;
  expression: Expression;
  lips: string;
  beard?: Beard;
  freckles?: true;
  older?: true;
  /** Colour of the headscarf when the hair is covered. */
  hijab?: string;
};
