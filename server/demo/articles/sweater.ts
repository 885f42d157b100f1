import { spreadPicture } from "#server/demo/art/editorial.ts";
import { type DemoArticle, h2, list, look, p, picture, product, quote, steps } from "./demo-article.ts";

export const sweater: DemoArticle = {
  slug: "sweater",
  author: "ruth.vintage",
  hoursAgo: 9,
  title: "The second life of a sweater",
  summary:
    "Every hole in a good jumper is an argument about what clothes are for. How I learned to darn, badly at first.",
  tags: ["mending", "knitwear", "care"],
  likers: ["mia.okafor", "noah_lindqvist", "lucia.moretti", "ines_bohemia", "lena.fox", "chloe.ng", "priya.shah"],
  cover: {
    draw: () =>
      spreadPicture("mending", { wall: "#d9c7a6", accent: "#7a4a2c" }, [
        [["Casual", 3], "outer"],
        [["Casual", 0], "top"],
        [["Casual", 4], "outer"],
        [["Sporty", 0], "shoes"],
        [["Bohemian", 0], "hat"],
        [["Business Casual", 6], "glasses"],
      ]),
    alt: "A cable-knit jumper, a denim jacket and a cardigan laid out on a wooden table",
    caption: "The pile that waits for the first rainy Sunday in October.",
  },
  body: [
    p(
      "The hole was in the left elbow, which is where I lean when I am thinking. It had started as a thinness you could only see against a window. By February it was the size of a coin, and my mother, who has opinions, said the jumper was finished. I had worn it for eleven years. I did not feel that it was finished. I felt that it had just told me something.",
    ),
    p(
      "What it told me was that nobody in my family under seventy knew how to mend. We knew how to *replace*. We were extremely good at replacing. So I bought a darning mushroom from a charity shop on Leith Walk, watched a woman in Norway do it at half speed on a screen, and ruined an evening.",
    ),
    h2("A repair is a small loom"),
    p(
      "Darning sounds like magic and is really weaving. You run parallel threads across the hole, anchored well into the sound fabric on both sides, and then you turn and go over and under them the other way. That is all. The tool only keeps the surface round, so that you do not pull the edges together and make a pucker. Puckers are what people mean when they say that mending looks poor.",
    ),
    steps(
      "Turn the jumper inside out and find where the knitting is still strong. Start a full two centimetres outside the hole.",
      "Use wool for wool, a little thinner than the yarn it joins. Too thick, and the patch becomes a biscuit.",
      "Lay the first threads close together and leave a small loop at each turn. Wool shrinks in the wash; the loops are its allowance.",
      "Weave across. Press each row down with the needle, as you would with a comb.",
      "Wash it once, by hand, before you judge it. The fibres find each other in water.",
    ),
    p(
      "My first patch was a biscuit. My third was good. Somewhere around the seventh I stopped matching the colour, because I had noticed that I liked the repairs more than the jumper. There is a long tradition of this. Japanese work clothes were patched and stitched over for generations, and the running stitch that held the layers, [sashiko](https://en.wikipedia.org/wiki/Sashiko), is now admired for itself. It was never meant as decoration. It was meant as *Tuesday*.",
    ),
    quote("A hole is not the end of a jumper. It is the first honest thing it has said."),
    look("Casual", 0),
    h2("What mending does to shopping"),
    p(
      "The unexpected part is what happened in shops. Once you have rebuilt a square inch of knitwear by hand, you cannot stop looking at the insides of things. You turn a sleeve and see whether the seam was linked, stitch by stitch, or simply run through an overlocker and trimmed. You rub the cloth between two fingers and watch for the little pills. You hold it to the light. I put back nine of every ten things now, without any feeling of sacrifice at all.",
    ),
    p("A jumper worth mending, it turns out, has a short list of virtues, and price is only loosely one of them."),
    list(
      "**Long fibres.** Pull gently at a loose end. If it comes away in fluff, it will do the same at the elbow.",
      "**Some weight for its size.** Loose knitting feels soft in the shop and is gone by spring.",
      "**A real ribbed edge,** knitted on and not sewn on. It is the part that gives out last and is hardest to fake.",
      "**One fibre, or two.** Blends of five are made for a price, and no wool will ever match them.",
    ),
    picture({
      draw: () =>
        spreadPicture("basket", { wall: "#e6dfd2", accent: "#5d7fa6" }, [
          [["Minimalist", 5], "top"],
          [["Preppy", 1], "top"],
          [["Retro", 1], "top"],
          [["Business Casual", 6], "watch"],
          [["Vintage", 4], "bag"],
        ]),
      alt: "Three knitted jumpers in grey, navy and mustard, laid out beside a bag",
      caption: "Three that passed the window test. The mustard one is on its fourth owner and its second collar.",
    }),
    p(
      "Moths, since somebody will ask: they do not eat wool, their children do, and only wool that has been worn. Wash before you store. Fold, never hang. Cedar smells wonderful and does very little; a freezer bag and three days beside the peas does everything.",
    ),
    product({
      category: "Accessories",
      brand: "Harbour & Pine",
      productName: "Beech darning mushroom",
      productUrl: "https://shop.example/p/darning-mushroom",
    }),
    product({
      category: "Accessories",
      brand: "Harbour & Pine",
      productName: "Mending wool, twelve small skeins",
      productUrl: "https://shop.example/p/mending-wool",
    }),
    p(
      "The elbow jumper is still here. It has a blue square on the left, a rust one on the right, and a mend at the cuff that I did on a train and that looks it. My mother borrowed it at Christmas and did not give it back for a month. When she did, there was a new patch, under the arm, in a stitch I had not shown her.",
    ),
  ],
};
