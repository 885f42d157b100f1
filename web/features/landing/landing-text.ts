/** The marketing words of the first page, docs/product.md#landing-page. */
export const sampleStats = [
  { figure: "10K", label: "Outfits" },
  { figure: "5K", label: "Users" },
  { figure: "50", label: "Styles" },
  { figure: "100", label: "Events" },
] as const;

export const features = [
  { title: "Explore", text: "An endless wall of what people really wear. Search a colour, a fabric, a name." },
  { title: "Swipe", text: "One look at a time. Right if you would wear it, left if you wouldn't." },
  { title: "Closet", text: "Keep what you love in a closet of your own, public or private, as you like." },
  { title: "Shop the look", text: "Every piece is tagged. Tap it to go to the shop." },
] as const;

export const steps = [
  { title: "Post an outfit", text: "One photograph, a style, and the pieces you have on." },
  {
    title: "Be found",
    text: "By style, by tag, by the brand on your shoes. Then watch the likes and comments come in.",
  },
  { title: "Earn points", text: "Post, like and comment to earn points, and turn points into gift cards." },
] as const;

export const further = [
  { to: "/events", title: "Events", text: "Markets, openings, swap nights" },
  { to: "/articles", title: "Articles", text: "Longer reads on getting dressed" },
  { to: "/rewards", title: "Rewards", text: "Turn points into gift cards" },
  { to: "/styles", title: "Styles", text: "From streetwear to retro" },
] as const;
