import type { ItemCategory } from "#contract/limits.ts";

/** One line drawing a category, on a 32 grid. */
const strokes: Record<ItemCategory, string> = {
  Shirt: "M11 5 4 9l2 7 4-1v12h12V15l4 1 2-7-7-4c-1 3-3 4-5 4s-4-1-5-4z",
  Pants: "M9 4h14l3 24h-7l-3-15-3 15H6zM9 9h14",
  Shoes: "M4 12v10h24c0-4-3-6-7-7-4-1-6-4-8-7l-4 3c-1 1-3 1-5 1zM4 26h24v-4M14 15l3-2M17 17l3-2",
  Cap: "M5 20c0-7 5-12 11-12 5 0 9 4 10 9M5 20c7-3 15-3 21-3 3 1 4 2 4 4-3-1-6-1-9-1-6 0-11 1-16 0zM16 8V6",
  Jacket: "M11 4 5 8 3 27h7M21 4l6 4 2 19h-7M10 13v15h12V13M11 4l5 8 5-8M16 12v16M12.5 21h1M18.5 21h1",
  Accessories: "M7 12h18l2 16H5zM11 12c0-5 2-8 5-8s5 3 5 8M13 18h6",
};

export function CategoryIcon({ category }: { category: ItemCategory }) {
  return (
    <svg
      width="28"
      height="28"
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={strokes[category]} />
    </svg>
  );
}
