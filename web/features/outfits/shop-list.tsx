import { ArrowUpRight } from "lucide-react";
import type { OutfitItem } from "#contract/outfits.ts";
import { CategoryMark } from "./category-mark.tsx";

/** 'Shop this look': what people want to touch. */
export function ShopList({ items }: { items: readonly OutfitItem[] }) {
  return (
    <ul aria-label="Shop this look" className="border-t border-line">
      {items.map((item) => (
        <li key={item.id} className="border-b border-line">
          {item.productUrl === null ? (
            <div className="flex min-h-18 items-center gap-4 py-3">
              <ItemText item={item} />
            </div>
          ) : (
            <a
              href={item.productUrl}
              target="_blank"
              rel="noopener noreferrer nofollow ugc"
              className="group flex min-h-18 items-center gap-4 py-3"
            >
              <ItemText item={item} />
              <ArrowUpRight
                aria-hidden="true"
                size={20}
                strokeWidth={1.5}
                className="ml-auto shrink-0 text-muted transition-[transform,color] duration-200 ease-out group-hover:translate-x-0.5 group-hover:-translate-y-0.5 group-hover:text-accent"
              />
              <span className="sr-only">, opens the shop in a new tab</span>
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

function ItemText({ item }: { item: OutfitItem }) {
  return (
    <>
      <span className="grid size-12 shrink-0 place-items-center rounded-input bg-ink/4 transition-colors duration-200 group-hover:bg-ink/8">
        <CategoryMark category={item.category} />
      </span>
      <span className="min-w-0">
        <span className="small-caps block text-muted">
          {item.brand}
          <span className="sr-only">, {item.category}:</span>
        </span>
        <span className="block">{item.productName}</span>
      </span>
    </>
  );
}
