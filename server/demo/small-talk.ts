import { withoutColour } from "#server/demo/art/colour.ts";
import type { DescribedLook } from "#server/demo/art/describe.ts";
import type { StyleName } from "#server/demo/art/look.ts";
import type { Random } from "#server/demo/art/seeded-random.ts";

// prettier-ignore
const ANYTIME: readonly string[] = [
  "This is so you.", "Saved this for Saturday.", "The proportions are spot on.", "Okay, I need to rethink my whole wardrobe.",
  "Simple and so good.", "The colours together!", "You always make it look easy.", "Showing this to my sister right now.",
  "How do you keep finding these?", "I would wear every single piece.", "Best thing on my feed today.", "Love the light in this one too.",
  "Trying this tomorrow, will report back.", "Ten out of ten, no notes.", "Such a good combination.", "It is the confidence for me.",
  "Where was this taken? The wall is perfect.", "My new phone wallpaper, thanks.", "This made me go and tidy my closet.", "More of this, please.",
];

// {item} is replaced by the name of a garment in the picture.
const ABOUT_ITEM: Readonly<Record<string, readonly string[]>> = {
  Jacket: [
    "That {item}! Is it warm enough for November?",
    "Been looking for exactly this {item}.",
    "The {item} does all the work and I love it.",
    "Did you size up in the {item}?",
  ],
  Shirt: [
    "The {item} is the star here.",
    "Does the {item} run large?",
    "Need that {item} in every colour.",
    "How does the {item} wash?",
  ],
  Pants: [
    "The cut of the {item} is perfect.",
    "How does the {item} fit at the waist?",
    "Those look so comfortable.",
    "Finally someone styles this cut properly.",
  ],
  Shoes: [
    "The {item} finish it off.",
    "Are the {item} comfortable for a whole day?",
    "Those {item}! Instantly in my basket.",
    "Did the {item} need breaking in?",
  ],
  Cap: ["The {item} makes it.", "I never dare to wear a {item}, but now I might.", "Okay, the {item} is everything."],
  Accessories: ["The little details: that {item}!", "Love the {item} with it.", "The {item} is such a nice touch."],
};

const ABOUT_STYLE: Readonly<Record<StyleName, readonly string[]>> = {
  Streetwear: ["Fit check passed.", "Baggy done right.", "This belongs on a corner with good coffee."],
  Casual: ["Exactly my kind of Sunday.", "Comfy and still put together.", "Coffee run goals."],
  "Business Casual": ["My office is not ready.", "Hired.", "This is how I want to look in meetings."],
  Retro: [
    "My dad has a photo in this exact outfit.",
    "I can hear the record player.",
    "Seventies done without costume. Hard to do!",
  ],
  Formal: ["Stunning. The tailoring!", "Who do I have to marry to wear this?", "You stole the evening, admit it."],
  Sporty: ["Makes me want to run. Almost.", "Game day energy.", "Bookmarking for my next long run."],
  Bohemian: ["I can smell the sea.", "Festival ready!", "So free and so well balanced."],
  Vintage: ["They do not make them like this any more.", "A film still, honestly.", "What a find! Which market?"],
  Minimalist: ["Quiet and perfect.", "Nothing to add, nothing to take away.", "Tone on tone never fails."],
  Grunge: ["Front row at the gig.", "The right amount of wrecked.", "1994 says hello."],
  Preppy: ["Straight to the library.", "Top of the class.", "This is my autumn, decided."],
  Y2K: ["My flip phone just rang.", "The early 2000s were right about this.", "Bring this back for good."],
};

// prettier-ignore
const THANKS: readonly string[] = [
  "Thank you! Wear it and tag me.", "Aw, you made my day.", "Thanks! It runs a bit large.", "Thank you, it is second-hand!", "Ha, thank you. Took five tries.",
  "Thanks! Link is in the items.", "Means a lot from you.", "Thank you! So comfortable too.", "True to size, I promise.", "Thanks, the light did the rest.",
];

const plural = (word: string) => word.endsWith("s") && !word.endsWith("ss");
const PROPER = /^(?:Mary|Chelsea)/;

/** A short friendly comment on an outfit, usually about a garment in the picture. */
export function remark(random: Random, style: StyleName, look: DescribedLook): string {
  const kind = random.next();
  if (kind < 0.3) return random.pick(ANYTIME);
  if (kind < 0.52) return random.pick(ABOUT_STYLE[style]);
  const item = random.pick(look.items);
  const named = withoutColour(item.productName).split(" ").slice(-2).join(" ");
  const word =
    /^[A-Z][a-z]/.test(named) && !PROPER.test(named) ? named.charAt(0).toLowerCase() + named.slice(1) : named;
  const lines = (ABOUT_ITEM[item.category] ?? ANYTIME).filter(
    (line) =>
      !(
        plural(word) &&
        /a \{item\}|that \{item\}|the \{item\} (?:is|does|makes|run|fit|wash)|(?:does) the \{item\}|this \{item\}/i.test(
          line,
        )
      ),
  );
  const fitting = plural(word)
    ? lines
    : lines.filter((line) => !/Those|Are the \{item\}|The \{item\} finish/.test(line));
  return (fitting.length > 0 ? random.pick(fitting) : random.pick(ANYTIME)).replace("{item}", word);
}

/** Replies of authors. */
export const thanks = (random: Random) => random.pick(THANKS);

/** Every fixed text, for tests of tone and length. */
export const REMARKS: readonly string[] = [
  ...ANYTIME,
  ...Object.values(ABOUT_ITEM).flat(),
  ...Object.values(ABOUT_STYLE).flat(),
  ...THANKS,
];
