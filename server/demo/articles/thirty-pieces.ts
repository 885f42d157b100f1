import { railPicture } from "#server/demo/art/editorial.ts";
import { type DemoArticle, h2, list, look, p, picture, product, quote } from "./demo-article.ts";

export const thirtyPieces: DemoArticle = {
  slug: "thirty-pieces",
  author: "noah_lindqvist",
  hoursAgo: 52,
  title: "Thirty pieces, one year",
  summary:
    "I counted everything I owned, kept thirty things and wore nothing else for twelve months. The boredom was the useful part.",
  tags: ["capsule", "minimalism", "buying less"],
  likers: ["aisha.rahman", "ruth.vintage", "hana_suzuki", "ben_holt", "will.park", "jonas.eck"],
  cover: {
    draw: () =>
      railPicture("thirty", { wall: "#e9e5dd", accent: "#8d8478" }, [
        ["Minimalist", 0],
        ["Minimalist", 1],
        ["Business Casual", 0],
        ["Minimalist", 5],
        ["Casual", 3],
      ]),
    alt: "An oat coat, a dark overshirt, a navy blazer, a grey jumper and a denim jacket on a rail",
    caption: "Five of the thirty. The coat did more work than the rest together.",
  },
  body: [
    p(
      "On the first of January I laid everything I owned on the floor of the flat, and counted. One hundred and eighty-four. I am a person who tells others that he owns very little. There were six white T-shirts that I believed to be one white T-shirt. There was a pair of trousers with the label still in it from a sale in another country.",
    ),
    p(
      "I kept thirty, put the rest in boxes at my sister’s, and agreed on the rules with her, because rules that you agree on with yourself are moods. Shoes and coats count. Underwear, socks and running kit do not. Something that wears out may be replaced by the same thing. Nothing else comes in.",
    ),
    h2("January is easy"),
    p(
      "Everybody imagines that the difficulty is the first month. It is not. January is wonderful. You open the wardrobe and there is air in it. Getting dressed takes ninety seconds, since everything goes with everything; I had made sure of that, with a spreadsheet, which I will not show you.",
    ),
    p(
      "The difficulty is May. In May the light changes, everyone around you appears in something you have not seen before, and you put on the grey trousers for the hundred-and-tenth time. You are bored, and it is worth staying there a while, because boredom turns out to be very specific. I was not bored of *clothes*. I was bored of one silhouette: straight, straight, straight. For years I had mistaken that feeling for a need to shop.",
    ),
    quote("I did not need more clothes. I needed to know which boredom I had."),
    look("Minimalist", 1),
    p(
      "So I did what one does with thirty pieces, which is to try them wrongly. The overshirt went under the blazer instead of over the T-shirt. The big coat went over shorts. I rolled what I had never rolled, tucked what I had never tucked. Half of it looked like a man dressing in the dark, and the other half is how I dress now.",
    ),
    h2("The numbers"),
    p(
      "I wrote down what I wore each day, in one line, before bed. At the end of the year it made a chart that I find more honest than any photograph of me.",
    ),
    list(
      "**Nine pieces** carried two thirds of all days. If my house burned down I could rebuild myself from nine pieces.",
      "**The coat** was worn on 141 days, which makes it, at its frightening price, the cheapest thing I own.",
      "**Four pieces** were worn fewer than five times. All four were the *interesting* ones. I had chosen them to prove that I was not boring.",
      "**Replacements:** two T-shirts and one pair of soles. I had expected to replace half of it.",
    ),
    look("Business Casual", 0),
    p(
      "There is a fashion for this sort of experiment and a fashion for laughing at it, and I understand both. A small wardrobe is easier for someone with one job, one climate and a body that the shops cut for. Thirty is not a moral number. A friend who cares for two small children told me that she owns eleven cardigans *because* they are all always dirty, and she is right and I was silent.",
    ),
    p(
      "What I would defend is not the thirty but the counting. Most of us know what we spend on clothes, more or less, and not what we wear. Write it down for a month. It costs nothing, and the list will be rude to you in a way that no stylist dares.",
    ),
    picture({
      draw: () =>
        railPicture("after", { wall: "#dfe3e4", accent: "#5b6874" }, [
          ["Minimalist", 3],
          ["Streetwear", 0],
          ["Retro", 0],
          ["Business Casual", 2],
        ]),
      alt: "A white shirt, a moss-green bomber, a rust cord jacket and a sage blazer on a rail",
      caption: "What came back from the boxes, and stayed. The rust was a surprise to everybody.",
    }),
    product({
      category: "Jacket",
      brand: "Northfold",
      productName: "Wool overcoat, unlined",
      productUrl: "https://shop.example/p/wool-overcoat",
    }),
    p(
      "In the second January I drove to my sister’s and opened the boxes. I had prepared for a reunion. I took back four things: a rust jacket, a soft green bomber, one shirt, one strange suit. The rest looked like presents bought for somebody with my measurements. She asked what she should do with them, and I said, give them to him, if you find him.",
    ),
  ],
};
