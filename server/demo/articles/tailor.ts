import { roomPicture, spreadPicture } from "#server/demo/art/editorial.ts";
import { type DemoArticle, h2, list, look, p, picture, quote } from "./demo-article.ts";

export const tailor: DemoArticle = {
  slug: "tailor",
  author: "dev.patel",
  hoursAgo: 430,
  title: "The tailor on the corner",
  summary:
    "Fit is not a size, it is a conversation. What to ask for, what it costs, and when to leave a garment alone.",
  tags: ["tailoring", "fit", "care"],
  likers: ["aisha.rahman", "lucia.moretti", "noah_lindqvist", "mia.okafor", "vera_lund", "ben_holt"],
  cover: {
    draw: () => roomPicture("fitting", { wall: "#e3dac9", accent: "#31424f" }, ["Formal", 2]),
    alt: "A man in a midnight double-breasted suit in a room with framed pictures",
    caption: "Before: two sizes of compromise. After: forty pounds and two visits.",
  },
  body: [
    p(
      "Mr Szabo has his shop between a launderette and a place that sells telephones. There is no sign, only a window with a dummy in it that has worn the same half-finished waistcoat since I moved to the street. The first time I went in, I wanted a pair of trousers shortened. He looked at me in them for a good while, then at my shoes, and said: “The length is not the problem.”",
    ),
    p(
      "He was right. I had been buying trousers a size up for ten years because of my thighs, and belting the difference. He took four centimetres out of the back of the waist, left the legs alone, and charged me less than the belt had cost. I remember walking home. I remember *every shop window*.",
    ),
    h2("A size is an average"),
    p(
      "Nobody is a size. A size is a table that somebody drew up from thousands of bodies, so that a factory can cut a hundred layers at once, and it fits the average perfectly, and the average has never been seen buying anything. You have one shoulder lower than the other. So does everybody. A tailor is simply a person who is paid to notice.",
    ),
    quote("Nobody is a size. A size is a table, and you are not furniture."),
    look("Formal", 2),
    p(
      "Still, not everything can be mended with pins. Cloth has to come from somewhere. Taking in is nearly always possible; letting out is only as generous as the seam, so turn the garment and look. Shops that hope to see you again leave two centimetres. Shops that do not, leave a thread.",
    ),
    h2("What to ask for"),
    list(
      "**The waist of trousers.** Half an hour’s work, and the largest difference for the least money in all of clothing.",
      "**The sleeve of a jacket,** so that a finger’s breadth of shirt can be seen. If the buttonholes are real, from the shoulder, which costs more; if they are false, from the cuff.",
      "**The side seams of a shirt.** It stops ballooning, and nobody will be able to say what you did.",
      "**The hem, with your shoes on.** Bring the shoes. It is astonishing how many people bring trainers for the trousers of a suit.",
      "**A taper from the knee.** Old trousers become new ones. Do it once, not twice.",
    ),
    p(
      "And leave alone: the shoulders of a jacket, which is surgery; anything beaded; anything bonded or taped; and the length of a coat, whose pockets would end up in the wrong place. If the shoulders do not fit, it is not your jacket. Shake hands and part.",
    ),
    picture({
      draw: () =>
        spreadPicture("bench", { wall: "#ddd5c6", accent: "#26344f" }, [
          [["Business Casual", 6], "outer"],
          [["Formal", 6], "bottom"],
          [["Business Casual", 4], "top", 0.95],
          [["Formal", 6], "shoes"],
          [["Business Casual", 6], "watch"],
        ]),
      alt: "A checked blazer, pinstripe trousers and a striped shirt on a cutting table",
      caption: "On the bench this week. The shoes are for the hem.",
    }),
    h2("How to be a good customer"),
    p(
      "Wash it first. Wear under it what you will wear under it. Stand as you stand, not as you would like to; the moment that you pull in your stomach, you are having someone else’s suit made. Say what bothers you and not what to do about it. “It pulls when I drive” is worth more to a tailor than any word out of a magazine.",
    ),
    p(
      "Then go for the second fitting, even when it seems a nuisance. The first is where they measure the cloth. The second is where they measure *you*.",
    ),
    look("Business Casual", 0),
    p(
      "What I love about it, in the end, is the arithmetic of attention. A jacket for ninety pounds with thirty pounds of Mr Szabo in it is better than a jacket for three hundred. It is better to look at, and it will be worn, because it is now about one particular person. Most of my wardrobe is ordinary. All of it has been in that shop.",
    ),
    p(
      "I asked him last winter about the waistcoat in the window. Whose was it? He looked over his glasses. “Mine,” he said. “But I am always too busy to go for the fitting.”",
    ),
  ],
};
