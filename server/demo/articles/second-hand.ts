import { railPicture, spreadPicture } from "#server/demo/art/editorial.ts";
import { type DemoArticle, h2, list, look, p, picture, product, quote, steps } from "./demo-article.ts";

export const secondHand: DemoArticle = {
  slug: "second-hand",
  author: "tomek_wears",
  hoursAgo: 290,
  title: "How not to bring home a ghost",
  summary:
    "Second-hand shops are full of clothes that somebody else already regretted. A field guide for the ones that you will wear.",
  tags: ["second-hand", "vintage", "buying less", "how to"],
  likers: ["ruth.vintage", "ines_bohemia", "zoe_pixel", "jonas.eck", "lena.fox"],
  cover: {
    draw: () =>
      railPicture("market", { wall: "#e4d3bd", accent: "#7d3f2e" }, [
        ["Vintage", 2],
        ["Grunge", 1],
        ["Vintage", 4],
        ["Casual", 3],
        ["Retro", 0],
      ]),
    alt: "A long coat, a checked shirt, a cardigan, a denim jacket and a cord jacket on a market rail",
    caption: "Plac Nowy, seven in the morning. The good coat is already mine, I am only resting it there.",
  },
  body: [
    p(
      "There is a leather jacket in my wardrobe that has never been outside. It cost forty złoty. It smells, very faintly, of a man who was taller than me and smoked menthols, and whenever I put it on I become his understudy. I call it the ghost. Anyone who buys second-hand has one. This guide is so that you have *only* one.",
    ),
    p(
      "I sort for a living: four days a week I open bales of other people’s clothes in a hall outside Kraków and decide in three seconds what is sold on a hanger, what goes by weight and what becomes rags for garages. Three seconds is plenty. Here is what happens in them.",
    ),
    h2("The three seconds"),
    steps(
      "**The hand.** Before the eye. Cloth that is going to die has already gone slippery or harsh. Good cloth feels a bit *oily*, even when it is clean, as if it were still deciding.",
      "**The light.** Up, against the lamp. Moth holes, thin seats, the pale ring of an iron. A thin seat means a year at the most.",
      "**The edges.** Cuffs, hem, collar fold, pocket mouths. People replace buttons and they dye, but nobody in history has ever faked a pocket mouth.",
    ),
    p(
      "After that I know whether a garment is alive. Whether it is *yours* is another question, and there the shop is against you. It is warm, there is one mirror, and the thing costs less than lunch. Cheapness is the strongest drug in a second-hand shop, and most ghosts come home on it.",
    ),
    quote("It is not cheap if you never wear it. It is just a very small storage fee for a stranger."),
    look("Vintage", 2),
    h2("Questions for the mirror"),
    list(
      "Would I cross the street for it at full price? Then it may come. If only the price is good, the price is all that you are buying.",
      "Can I name three things at home that it goes with? Not types of things. *Things.*",
      "Does it need me to change: to lose weight, to learn to sew, to start going to the opera? Clothes are no good at this. They have tried.",
      "Do I like it, or do I like the story of having found it? You can keep the story. I will tell it for you: you saw it, you put it back, you walked on, free.",
    ),
    p(
      "Size labels mean nothing before about 1985, and not much after. Carry a tape measure and know three numbers: the width across the shoulders of a jacket that fits you, the waist of trousers laid flat, and the length of a sleeve from the neck bone. Measure the garment, not yourself. It takes ten seconds and makes you look like a professional, which has been known to improve the price.",
    ),
    look("Casual", 3),
    picture({
      draw: () =>
        spreadPicture("table", { wall: "#cbb899", accent: "#4f3826" }, [
          [["Grunge", 1], "outer"],
          [["Vintage", 4], "top"],
          [["Retro", 0], "outer"],
          [["Vintage", 1], "shoes"],
          [["Retro", 4], "hat"],
        ]),
      alt: "Shirts and a cord jacket on a market table beside shoes and a hat",
      caption: "One morning’s table. Three of these are alive.",
    }),
    h2("What can be saved"),
    p(
      "Buttons, linings, hems, a torn seam, a stuck zip: all of it is an hour and almost no money. Smell is harder, but vodka and water, one to two, from a spray bottle, then a night on a balcony will beat anything except smoke. Shrunk wool, cracked leather, broken elastic and yellow under the arms are not repairs. They are wishes.",
    ),
    product({
      category: "Accessories",
      brand: "Oak Street",
      productName: "Pocket tape measure, 150 cm",
      productUrl: "https://shop.example/p/tape-measure",
    }),
    p(
      "Mind where it comes from, too. Far more clothes are given away than anyone can wear; much of what we donate ends in places such as [Kantamanto](https://en.wikipedia.org/wiki/Kantamanto_Market) in Accra, where thousands of people make a living sorting, mending and reselling it, and where too much of it arrives already dead. Buying one used coat is a good thing. Not buying two new ones is the better half of it.",
    ),
    p(
      "As for the leather jacket, I have put it back on the rail twice. Both times I went home without it and returned the next morning before opening, with my own key. Some ghosts are just family.",
    ),
  ],
};
