import type { Model } from "#server/demo/art/casting.ts";
import type { StyleName } from "#server/demo/art/look.ts";

/** A stylist of the sample data: their profile, and how their pictures are drawn. */
export type DemoPerson = {
  username: string;
  bio: string;
  location: string;
  styles: readonly StyleName[];
  membershipTier: "free" | "premium" | "pro";
  /** Popularity, where 1 is average. Views, likes and followers depend on it. */
  reach: number;
  links: { instagram?: string; tiktok?: string; youtube?: string; twitter?: string; facebook?: string };
  model: Model;
};

const woman = (name: string, traits: Model["traits"]): Model => ({
  name,
  wearer: "woman",
  traits: { masculine: false, ...traits },
});
const man = (name: string, traits: Model["traits"]): Model => ({
  name,
  wearer: "man",
  traits: { masculine: true, ...traits },
});

// prettier-ignore
/** Twelve people who post. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  {
    username: "mia.okafor", location: "Lagos", styles: ["Streetwear", "Y2K"], membershipTier: "pro", reach: 2.4,
    bio: "Colour first, questions later. Styling friends since 2016, strangers since 2021.",
    links: { instagram: "https://www.instagram.com/mia.okafor", tiktok: "https://www.tiktok.com/@mia.okafor" },
    model: woman("mia.okafor", { skin: "#7b4c30", hair: "#1d1a1f", hairStyle: "afro", lips: "#a8434a" }),
  },
  {
    username: "noah_lindqvist", location: "Gothenburg", styles: ["Minimalist", "Business Casual"], membershipTier: "premium", reach: 1.6,
    bio: "Thirty pieces, no more. Ask me about wool.",
    links: { instagram: "https://www.instagram.com/noah_lindqvist", youtube: "https://www.youtube.com/@noahlindqvist" },
    model: man("noah_lindqvist", { skin: "#efc8a6", hair: "#a8743f", hairStyle: "side-part", beard: "stubble" }),
  },
  {
    username: "aisha.rahman", location: "Birmingham", styles: ["Business Casual", "Minimalist", "Preppy"], membershipTier: "premium", reach: 1.9,
    bio: "Modest tailoring and very good coats. Pattern cutter by day.",
    links: { instagram: "https://www.instagram.com/aisha.rahman" },
    model: woman("aisha.rahman", { skin: "#d29a70", hair: "#1d1a1f", hairStyle: "hijab", hijab: "#c98d5f", lips: "#a8434a" }),
  },
  {
    username: "tomek_wears", location: "Kraków", styles: ["Grunge", "Vintage"], membershipTier: "free", reach: 0.8,
    bio: "Second-hand only. If it has a hole it has a history.",
    links: {},
    model: man("tomek_wears", { skin: "#f6d9c4", hair: "#2b1d18", hairStyle: "curtains", beard: "moustache" }),
  },
  {
    username: "lucia.moretti", location: "Bologna", styles: ["Formal", "Vintage", "Casual"], membershipTier: "pro", reach: 2.1,
    bio: "Grandmother's wardrobe, new shoes. Weddings, dinners, the walk home.",
    links: { instagram: "https://www.instagram.com/lucia.moretti", facebook: "https://www.facebook.com/lucia.moretti.style" },
    model: woman("lucia.moretti", { skin: "#e2b08a", hair: "#4a2f22", hairStyle: "waves", lips: "#b23a3a" }),
  },
  {
    username: "dev.patel", location: "Leicester", styles: ["Preppy", "Formal"], membershipTier: "free", reach: 1.1,
    bio: "Knits, loafers, too many ties. Teacher, so yes, this is what I wear to school.",
    links: { twitter: "https://x.com/devpatelknits" },
    model: man("dev.patel", { skin: "#b97d54", hair: "#1d1a1f", hairStyle: "quiff", beard: "full" }),
  },
  {
    username: "hana_suzuki", location: "Osaka", styles: ["Streetwear", "Casual"], membershipTier: "premium", reach: 1.7,
    bio: "Layers on layers. Photos by my very patient sister.",
    links: { instagram: "https://www.instagram.com/hana_suzuki", youtube: "https://www.youtube.com/@hanasuzuki" },
    model: woman("hana_suzuki", { skin: "#efc8a6", hair: "#1d1a1f", hairStyle: "fringe", lips: "#c4574c" }),
  },
  {
    username: "kofi.mensah", location: "Accra", styles: ["Sporty", "Retro"], membershipTier: "free", reach: 1.3,
    bio: "Runs before breakfast, flares after dark.",
    links: { tiktok: "https://www.tiktok.com/@kofi.mensah" },
    model: man("kofi.mensah", { skin: "#5d3a26", hair: "#1d1a1f", hairStyle: "flat-top" }),
  },
  {
    username: "ines_bohemia", location: "Lisbon", styles: ["Bohemian", "Retro"], membershipTier: "free", reach: 1.4,
    bio: "Linen, beads, salt hair. I make half of what I wear.",
    links: { instagram: "https://www.instagram.com/ines_bohemia" },
    model: woman("ines_bohemia", { skin: "#e2b08a", hair: "#8c3b2a", hairStyle: "long", freckles: true, lips: "#c4574c" }),
  },
  {
    username: "ruth.vintage", location: "Edinburgh", styles: ["Vintage", "Bohemian"], membershipTier: "free", reach: 0.9,
    bio: "Sixty-four and still finding the good coat. Repairs welcome.",
    links: {},
    model: woman("ruth.vintage", { skin: "#f6d9c4", hair: "#d9d4cb", hairStyle: "bob", older: true, lips: "#b23a3a" }),
  },
  {
    username: "mateo.cruz", location: "Valparaíso", styles: ["Casual", "Bohemian", "Sporty"], membershipTier: "free", reach: 0.7,
    bio: "Weekend clothes for a week of weekends.",
    links: { instagram: "https://www.instagram.com/mateo.cruz" },
    model: man("mateo.cruz", { skin: "#d29a70", hair: "#241a1a", hairStyle: "curls", beard: "stubble" }),
  },
  {
    username: "zoe_pixel", location: "Rotterdam", styles: ["Y2K", "Grunge", "Sporty"], membershipTier: "free", reach: 1.2,
    bio: "Born 2001, dressed 2001.",
    links: { tiktok: "https://www.tiktok.com/@zoe_pixel", twitter: "https://x.com/zoe_pixel" },
    model: woman("zoe_pixel", { skin: "#9a633f", hair: "#1d1a1f", hairStyle: "braids", lips: "#b5476a" }),
  },
];

/** Members who view, like, save and comment, but do not post. */
export const DEMO_AUDIENCE: readonly string[] = (
  "amara.b ben_holt chloe.ng dario.v elif_k finn.oday gia.romano hugo_b imani.j jonas.eck kaya_m lena.fox mo.farouk nadia_s " +
  "oskar.w priya.shah quinn_r rosa.lima samir.h tess_v umar.k vera_lund will.park xia.chen yara_n zain.ali anouk.d bruno_f " +
  "carmen.ruiz dmitri_o erin.walsh farah.m gus_taylor hye.jin ivo.petrov jade_w kenji.mori lou.martin mara_k nils.berg olga.z " +
  "pablo_g rania.s stef.vdb tariq_b uma.devi viktor.l wanda_p yusuf.e zofia.n"
).split(" ");
