import { Link } from "@tanstack/react-router";
import type { OutfitItem, PlacedItem } from "#contract/outfits.ts";
import { Icon } from "#web/ui/icons.tsx";
import { CategoryIcon } from "./category-icon.tsx";

/** 'Shop this look': what people want to touch. The row leads to the shop, the brand to its feed. */
export function ShopList({ items }: { items: readonly (OutfitItem | PlacedItem)[] }) {
  return (
    <ul aria-label="Shop this look" className="border-t border-line">
      {items.map((item) => (
        <li
          key={item.id}
          // Where a mark on the photograph leads.
          id={`item-${item.id}`}
          tabIndex={-1}
          className="group relative flex min-h-18 items-center gap-4 border-b border-line py-3 outline-none focus:bg-ink/4"
        >
          <ItemIcon item={item} />
          <span className="min-w-0 break-words">
            <Link
              to="/brand/$brand"
              params={{ brand: item.brand }}
              // Above the row's own link, and higher than its word, but not over the name below.
              className="small-caps relative z-1 -mt-4 inline-block max-w-full pt-4 text-muted underline-offset-4 hover:text-ink hover:underline"
            >
              {item.brand}
            </Link>
            <span className="sr-only">, {item.category}: </span>
            <ProductName item={item} />
          </span>
          {item.productUrl !== null && (
            <Icon
              name="arrowOut"
              className="ml-auto shrink-0 text-muted transition-[transform,color] duration-200 ease-out group-hover:translate-x-0.5 group-hover:-translate-y-0.5 group-hover:text-accent"
            />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Of an item with a mark, a button: the photo gallery, which knows the marks, listens for its presses. */
function ItemIcon({ item }: { item: OutfitItem | PlacedItem }) {
  const icon = <CategoryIcon category={item.category} />;
  const iconClass =
    "grid size-12 shrink-0 place-items-center rounded-input bg-ink/4 transition-colors duration-200 group-hover:bg-ink/8";
  if (!("spot" in item && item.spot)) return <span className={iconClass}>{icon}</span>;
  return (
    <button type="button" aria-label={`Show ${item.productName} on the photo`} className={`${iconClass} relative z-1`}>
      {icon}
    </button>
  );
}

function ProductName({ item }: { item: OutfitItem }) {
  if (item.productUrl === null) return <span className="block">{item.productName}</span>;
  return (
    <a
      href={item.productUrl}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className="block before:absolute before:inset-0"
    >
      {item.productName}
      <span className="sr-only">, opens the shop in a new tab</span>
    </a>
  );
}
