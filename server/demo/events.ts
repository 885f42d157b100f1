import type { EventStyle } from "#contract/limits.ts";
import type { EventScene } from "./art/event-scenes.ts";

/** An event of the sample data. Days count from the seeding; times are in the event's time zone. */
export interface DemoEvent {
  /** Identifies its step and its picture. */
  key: string;
  organiser: string;
  title: string;
  style: EventStyle;
  scene: EventScene;
  location: string;
  address: string | null;
  timeZone: string;
  inDays: number;
  startsAt: string;
  hours: number;
  capacity: number | null;
  going: number;
  description: string;
  /** The style of the outfits shown on its page, and their maximum number. */
  outfits: number;
  comments: readonly (readonly [author: string, text: string])[];
}

// prettier-ignore
/** Upcoming events, soonest first; then past ones. */
export const DEMO_EVENTS: readonly DemoEvent[] = [
  {
    key: "yaba-market", organiser: "mia.okafor", title: "Yaba Market by Night", style: "Streetwear", scene: "market",
    location: "Yaba, Lagos", address: "Tejuosho Market, Ojuelegba Road", timeZone: "Africa/Lagos", inDays: 3, startsAt: "18:00", hours: 5, capacity: null, going: 38, outfits: 5,
    description: "Forty stalls, one generator, and every colour there is. I walk you past the tailors who can copy a sleeve from a photograph, the woman with the best denim in the city, and the stall where I found that jacket.\n\nBring cash, a tote bag and shoes that you can stand in. We eat suya afterwards.",
    comments: [["ben_holt", "Is the tailor from last time there again?"], ["mia.okafor", "Every Wednesday. Bring the fabric."]],
  },
  {
    key: "repair-night", organiser: "tomek_wears", title: "Denim Repair Night", style: "Casual", scene: "shop",
    location: "Second Seam, Kraków", address: "ulica Józefa 11", timeZone: "Europe/Warsaw", inDays: 5, startsAt: "19:00", hours: 3, capacity: 18, going: 18, outfits: 3,
    description: "Bring the pair you cannot throw away. We have sashiko thread, three machines and Pani Halina, who has been turning collars since 1974.\n\nNobody leaves with a hole. Tea is free, patches are not.",
    comments: [["ruth.vintage", "If only there were a train from Edinburgh."], ["nadia_s", "I am on the waiting list and I am not giving up."]],
  },
  {
    key: "linen-talk", organiser: "noah_lindqvist", title: "Thirty Pieces: A Talk About Less", style: "Business Casual", scene: "gallery",
    location: "Röda Sten, Gothenburg", address: "Röda Sten 1", timeZone: "Europe/Stockholm", inDays: 8, startsAt: "18:30", hours: 2, capacity: 80, going: 46, outfits: 4,
    description: "I own thirty pieces of clothing, socks not counted. This is an hour about how I chose them, what I got wrong, and why the grey coat stays.\n\nQuestions afterwards, and a rail of things that I am giving away.",
    comments: [["aisha.rahman", "Bringing a notebook and a very full wardrobe."]],
  },
  {
    key: "retro-disco", organiser: "kofi.mensah", title: "Flares After Dark", style: "Retro", scene: "stage",
    location: "Alliance Française, Accra", address: "Liberation Link", timeZone: "Africa/Accra", inDays: 12, startsAt: "21:00", hours: 5, capacity: 150, going: 47, outfits: 4,
    description: "Highlife, disco and a dance floor that forgives. Dress as your parents did before you were born: wide, bright, ironed.\n\nThe best collar of the night takes the microphone home.",
    comments: [["ines_bohemia", "My flares are packed."], ["yusuf.e", "Who judges the collars?"]],
  },
  {
    key: "knit-swap", organiser: "dev.patel", title: "The Great Knit Swap", style: "Casual", scene: "market",
    location: "LCB Depot, Leicester", address: "31 Rutland Street", timeZone: "Europe/London", inDays: 15, startsAt: "11:00", hours: 4, capacity: 60, going: 33, outfits: 3,
    description: "Bring three knits you no longer wear, take three that somebody else did not. Washed, please, and without moths.\n\nThere is a table for mending, a table for children's sizes, and a table for my ties.",
    comments: [["priya.shah", "Do scarves count?"], ["dev.patel", "Scarves count half."]],
  },
  {
    key: "osaka-layers", organiser: "hana_suzuki", title: "Layer Walk: Amerikamura to the Canal", style: "Streetwear", scene: "shop",
    location: "Triangle Park, Osaka", address: "Nishishinsaibashi 2", timeZone: "Asia/Tokyo", inDays: 19, startsAt: "14:00", hours: 3, capacity: 25, going: 21, outfits: 4,
    description: "Twenty-five people, three shops, one canal. We look at how layers are worn on the street instead of on a rail, and my sister takes your photograph at the end.\n\nWear at least four layers. Yes, it counts if one is a vest.",
    comments: [["kenji.mori", "Five layers. Watch me."]],
  },
  {
    key: "milan-tailors", organiser: "lucia.moretti", title: "My Grandmother's Wardrobe, Open", style: "Retro", scene: "gallery",
    location: "Palazzo Pepoli, Bologna", address: "Via Castiglione 8", timeZone: "Europe/Rome", inDays: 23, startsAt: "17:00", hours: 4, capacity: 40, going: 40, outfits: 5,
    description: "Forty dresses from 1951 to 1979, cut by one woman on one kitchen table. I show the seams, the mistakes and the wedding dress that was dyed black and worn for thirty years.\n\nTouching is allowed. That is the point.",
    comments: [["gia.romano", "Crying already."], ["lucia.moretti", "Bring a handkerchief, not a camera."]],
  },
  {
    key: "office-open", organiser: "aisha.rahman", title: "Tailoring for Every Body", style: "Business Casual", scene: "shop",
    location: "Digbeth, Birmingham", address: "The Custard Factory, Gibb Street", timeZone: "Europe/London", inDays: 29, startsAt: "10:00", hours: 3, capacity: 20, going: 14, outfits: 3,
    description: "A pattern cutter's morning: where a jacket should end on you, which darts to let out, and how to talk to an alterations shop so that they listen.\n\nBring one blazer that does not fit. Modest and plus sizes especially welcome.",
    comments: [],
  },
  {
    key: "beach-thread", organiser: "ines_bohemia", title: "Thread and Salt: A Day on the Sand", style: "Casual", scene: "market",
    location: "Costa da Caparica, Lisbon", address: "Praia da Rainha", timeZone: "Europe/Lisbon", inDays: 36, startsAt: "10:30", hours: 6, capacity: 30, going: 12, outfits: 3,
    description: "We dye cloth with onion skins in the morning and wear it by the afternoon. Linen, beads, bare feet.\n\nEverything is there but your towel.",
    comments: [["mateo.cruz", "Bringing the guitar, sorry in advance."]],
  },
  {
    key: "y2k-night", organiser: "zoe_pixel", title: "Low Rise, High Volume", style: "Streetwear", scene: "stage",
    location: "WORM, Rotterdam", address: "Boomgaardsstraat 71", timeZone: "Europe/Amsterdam", inDays: 44, startsAt: "20:00", hours: 6, capacity: 200, going: 44, outfits: 4,
    description: "Born 2001, dressed 2001. A club night with a runway: ten minutes for whoever wants to walk it, butterfly clips at the door.\n\nPhones stay in the bowl. It is 2001.",
    comments: [["umar.k", "A bowl? Fine."]],
  },
  {
    key: "coat-market", organiser: "ruth.vintage", title: "The Good Coat Market", style: "Retro", scene: "market",
    location: "Grassmarket, Edinburgh", address: null, timeZone: "Europe/London", inDays: 58, startsAt: "09:00", hours: 7, capacity: null, going: 25, outfits: 4,
    description: "Sixty years of good coats on twelve rails. I know where each of them was bought and will tell you, asked or not.\n\nRepairs while you wait, if you can wait until about four.",
    comments: [["erin.walsh", "Save me something in a forty, please."]],
  },
  {
    key: "past-swap", organiser: "ruth.vintage", title: "Winter Swap on the Mound", style: "Retro", scene: "market",
    location: "The Mound, Edinburgh", address: null, timeZone: "Europe/London", inDays: -9, startsAt: "11:00", hours: 4, capacity: null, going: 29, outfits: 4,
    description: "Two hundred coats changed hands, and one engagement ring was found in a pocket and given back.",
    comments: [["will.park", "Best Saturday of the year."]],
  },
  {
    key: "past-opening", organiser: "lucia.moretti", title: "Shoes, Shown Badly: An Opening", style: "Business Casual", scene: "gallery",
    location: "Serra Madre, Bologna", address: "Via San Donato 149", timeZone: "Europe/Rome", inDays: -20, startsAt: "18:00", hours: 4, capacity: 120, going: 41, outfits: 3,
    description: "One evening of worn-down heels on very expensive plinths.",
    comments: [],
  },
  {
    key: "past-street", organiser: "mia.okafor", title: "Colour Walk, Surulere", style: "Streetwear", scene: "shop",
    location: "Surulere, Lagos", address: "Adeniran Ogunsanya Street", timeZone: "Africa/Lagos", inDays: -33, startsAt: "15:00", hours: 3, capacity: 30, going: 30, outfits: 4,
    description: "Thirty people, one rule: nothing black. We stopped the traffic twice.",
    comments: [["amara.b", "My feet still hurt. Worth it."]],
  },
];
