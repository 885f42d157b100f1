/** The marketing words of the first page, spec §2 «Landing page» and §9 «Landing sample stats». */
export const sampleStats = [
  { figure: "10K", label: "Outfits" },
  { figure: "5K", label: "Users" },
  { figure: "50", label: "Styles" },
  { figure: "100", label: "Events" },
] as const;

export const features = [
  { title: "Explore", text: "An endless wall of what people really wear. Search a colour, a fabric, a name." },
  { title: "Swipe", text: "One look at a time. Right if you would wear it, left if you would not." },
  { title: "Closet", text: "Keep what you love in a closet of your own, open to all or to nobody." },
  { title: "Shop the look", text: "Every piece has its name. Touch it, and stand in the shop." },
] as const;

export const steps = [
  { title: "Post an outfit", text: "One photograph, a style, and the pieces you have on." },
  { title: "Be found", text: "By style, by tag, by the brand on your shoes. Likes and comments come by themselves." },
  { title: "Earn points", text: "Posting, liking and talking earn points, and points become gift cards." },
] as const;

export const further = [
  { to: "/events", title: "Events", text: "Markets, openings, swap nights" },
  { to: "/articles", title: "Articles", text: "Longer reads on getting dressed" },
  { to: "/rewards", title: "Rewards", text: "What points turn into" },
  { to: "/styles", title: "Styles", text: "From streetwear to retro" },
] as const;
