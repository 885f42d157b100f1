import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ArticleBlock } from "#contract/article-body.ts";
import type { OutfitItem } from "#contract/outfits.ts";
import { ArticleBody } from "./article-body.tsx";

test("products of all groups in an article have ids of their own", () => {
  const product: ArticleBlock = {
    type: "product",
    category: "Jacket",
    brand: "Halden",
    productName: "Coat",
    productUrl: null,
  };
  const line: ArticleBlock = { type: "paragraph", text: [{ text: "And another one." }] };
  const seen: string[] = [];
  const ShopList = ({ items }: { items: readonly OutfitItem[] }) => {
    seen.push(...items.map(({ id }) => id));
    return null;
  };
  const body = [product, product, line, product];
  render(
    <ArticleBody body={body} images={[]} outfits={[]} isEditorial={false} ShopList={ShopList} Outfit={() => null} />,
  );
  expect(seen).toHaveLength(3);
  expect(new Set(seen).size).toBe(3);
});
