import { roomPicture } from "#server/demo/art/editorial.ts";
import { type DemoArticle, h2, list, look, p, picture, quote, steps } from "./demo-article.ts";

export const smartCasual: DemoArticle = {
  slug: "smart-casual",
  author: "aisha.rahman",
  hoursAgo: 101,
  title: "Smart casual is not a dress code",
  summary:
    "It is a question that the host was too polite to ask. A working method for every invitation that tells you nothing.",
  tags: ["work", "dress codes", "tailoring"],
  likers: [
    "dev.patel",
    "lucia.moretti",
    "noah_lindqvist",
    "chloe.ng",
    "vera_lund",
    "priya.shah",
    "ben_holt",
    "kofi.mensah",
  ],
  cover: {
    draw: () => roomPicture("invitation", { wall: "#dfe2d6", accent: "#3f6a55" }, ["Business Casual", 2]),
    alt: "A woman in a sage trouser suit in a calm green room with pictures on the wall",
    caption: "One formal thing, one soft thing, one thing that is yours.",
  },
  body: [
    p(
      "I have kept the worst ones. *Smart casual with a twist. Festive business. Creative black tie. Come as you are, but elevated.* A bank once asked two hundred of us to dress “relaxed, as for a nice garden”. Nobody in that bank has a garden. We stood on the terrace in blazers with the sleeves pushed up, two hundred relaxed people, looking like the staff of the same ferry.",
    ),
    p(
      "An invitation like that is not an instruction. It is a worry. The host worries that you will be uncomfortable, or that *they* will, and passes the worry on, folded, in an envelope. Once I understood that, I stopped asking what it means and began to ask what they are afraid of.",
    ),
    h2("Three questions"),
    steps(
      "**Who is the oldest person there?** They set the floor. You may dress above what they consider proper, and never below it.",
      "**Will there be a photograph?** Then somebody will want the room to look like an occasion, and you are part of the room.",
      "**Do you sit or stand?** Sitting, people see you from the chest up for three hours. Standing, they see your shoes.",
    ),
    p(
      "With the answers in hand, the method is arithmetic. Take one thing from the formal end: a jacket with a shoulder, a pressed trouser, a proper shoe. Take one thing from the soft end: a knit, a tee, an open collar, a flat. Then one thing that nobody else would have chosen, which is the reason that they invited *you*. Three terms. If you find a fourth, take it off in the hall.",
    ),
    look("Business Casual", 2),
    quote("Dress for the person who will remember what you wore, and be kind to the one who will not."),
    p(
      "The suit in the picture above does half of the sum by itself. The cut is formal and the cloth is not: it is a soft sage twill with no lining, and it creases where I bend, like a person. Worn with a camisole it went to a wedding. Worn with a grey T-shirt it went to a hearing, and I won.",
    ),
    h2("The shoulder does the talking"),
    p(
      "If you remember one thing, remember that formality lives in the shoulder. It is the oldest signal we have. Armour had it, uniforms have it, and a blazer keeps a memory of both in two pieces of canvas and some felt. A structured shoulder turns jeans into a decision. Take it away, and the finest silk is still a lovely thing to read a book in.",
    ),
    p(
      "So when in doubt, bring the shoulder and leave the rest. You can take a jacket off. You cannot, halfway through a dinner, put one on.",
    ),
    picture({
      draw: () => roomPicture("after work", { wall: "#e7ddd2", accent: "#8a3a48" }, ["Business Casual", 3]),
      alt: "A woman in an ivory bow blouse and a burgundy pencil skirt in a warm room",
      caption: "No jacket, but the bow sits where a lapel would. The eye accepts it as structure.",
    }),
    p("And some things that took me ten years, and cost you a minute:"),
    list(
      "Dark colours forgive cloth; light colours forgive cut. Cheap and pale is the hardest thing to wear.",
      "A hem that breaks once on the shoe says *today*. Twice says *borrowed*.",
      "Nobody has ever been underdressed in a freshly ironed white shirt. People have been overdressed in everything else.",
      "If the invitation says “with a twist”, you are the twist. Wear navy.",
    ),
    look("Minimalist", 3),
    p(
      "Being a little wrong is survivable, by the way, and there is a better and a worse direction. Overdressed, you look as if you have somewhere to go afterwards, which is charming. Underdressed, you look as if you had been told about it in the car. I would rather be asked where I am going next.",
    ),
    p(
      "The bank, I hear, now writes “wear what you would wear”. It is the first honest sentence on any of those cards. I still do not know what it means. I went in the sage suit.",
    ),
  ],
};
