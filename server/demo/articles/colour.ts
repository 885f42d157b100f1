import { railPicture } from "#server/demo/art/editorial.ts";
import { groupPicture } from "#server/demo/art/group.ts";
import { type DemoArticle, h2, list, look, p, picture, quote } from "./demo-article.ts";

export const colour: DemoArticle = {
  slug: "colour",
  author: "mia.okafor",
  hoursAgo: 178,
  title: "Colour is a muscle",
  summary: "Nobody is born unable to wear yellow. A training plan from someone who once owned eleven black dresses.",
  tags: ["colour", "streetwear", "how to"],
  likers: [
    "zoe_pixel",
    "kofi.mensah",
    "hana_suzuki",
    "yara_n",
    "kenji.mori",
    "lena.fox",
    "tomek_wears",
    "ines_bohemia",
    "will.park",
  ],
  cover: {
    draw: () => groupPicture("swap night"),
    alt: "Five people side by side in rust, green, violet, argyle and gingham",
    caption: "Saturday in Yaba. Nobody had planned this, and everybody had practised.",
  },
  body: [
    p(
      "Before I was the woman in the cobalt hoodie I was the woman in black, and I had reasons. Black is slimming. Black is chic. Black does not show the danfo. I had eleven black dresses and a speech to go with them, and the speech was a lie. The truth was that I had once, at nineteen, worn a yellow skirt to a lecture, and someone had said, *ah, traffic light*, and the whole row had laughed.",
    ),
    p(
      "It takes one sentence to stop a person wearing colour and about six months to start again. I know, because I have now done it to myself and, gently, to some forty friends. It works like any other training. You do not begin with the heaviest thing in the room.",
    ),
    h2("Weeks one to four: the small weight"),
    p(
      "Put the colour where you can see it and others hardly can. Socks. The lining of a jacket. A watch strap. This sounds like cowardice, and it is the opposite: you are teaching your own eye, which is the only one that objects. By the third week you will catch yourself pulling up a trouser leg to look.",
    ),
    look("Streetwear", 1),
    h2("Weeks five to twelve: one loud thing"),
    p(
      "Now choose a single garment in a single strong colour, and let everything else go quiet: denim, grey, white, brown. Not black. Black is not quiet; next to it every colour shouts. That is the mistake that sends people home. They try the red jumper with the black trousers, look like a flag, and conclude that they cannot wear red.",
    ),
    p(
      "Wear the loud thing for a whole day. You will feel it for about an hour, the way you feel new shoes. Then you will forget it, and *that* is the moment that you are training for. People do not react to colour. They react to somebody who is waiting for a reaction.",
    ),
    quote("People do not react to colour. They react to somebody who is waiting for a reaction."),
    h2("Weeks thirteen and on: two that argue"),
    p(
      "Harmony is easy, and harmony is also how you get beige hotel lobbies. The interesting outfits have a small disagreement in them. Rust and violet. Mustard and teal. Moss green with a pink that ought to know better. The trick is to give one of them most of the room. Seven parts to three is an argument; five to five is a fight.",
    ),
    list(
      "**Same depth, different colour.** Two pastels, two jewels, two dusty things. They may be any colours at all, as long as they have the same amount of milk in them.",
      "**Let a print introduce them.** A scarf that has both colours in it makes the meeting official.",
      "**Repeat the smaller one.** A green bag needs a green something else, even a ring. Once is an accident, twice is a plan.",
      "**Look at your skin in daylight, not at a chart.** Hold the thing under your chin at a window. If you see the colour first, it is wearing you. If you see your eyes first, buy it.",
    ),
    look("Retro", 1),
    picture({
      draw: () =>
        railPicture("colour", { wall: "#f0e0c8", accent: "#3f6fa8" }, [
          ["Streetwear", 4],
          ["Retro", 0],
          ["Casual", 4],
          ["Y2K", 2],
          ["Streetwear", 5],
        ]),
      alt: "A violet windbreaker, a rust cord jacket, a sage cardigan, a pink track jacket and a green varsity jacket on a rail",
      caption: "My front row, in order of difficulty. The pink took me until March.",
    }),
    p(
      "And the famous rules? Redheads can wear red, it is *magnificent*. Dark skin can wear everything, and white like nobody else on earth. Blue and green are seen together all over the sky and sea and have never once complained. Every rule of colour that forbids something was written by a person with one cardigan.",
    ),
    p(
      "What remains true is only this: colour is attention, so spend it where you want people to look. I put mine at the shoulders, because I like my face and I have things to say with it. My friend Tunde puts all of his in his shoes, because he dances.",
    ),
    look("Y2K", 2),
    p(
      "Last month I went back to the university to give a talk, and I wore a yellow skirt. I stood in front of the row where I used to sit. Nobody laughed. A girl in black, second from the left, wrote something down.",
    ),
  ],
};
