import type { ComponentType, ReactNode } from "react";
import type { ArticleBlock } from "#contract/article-body.ts";
import type { ArticlePicture } from "#contract/articles.ts";
import type { OutfitCard, OutfitItem } from "#contract/outfits.ts";
import styles from "#web/ui/article-body.css?inline";
import { ArticleFigure } from "./article-figure.tsx";
import { Spans } from "./article-spans.tsx";

export interface ArticleBodyProps {
  body: readonly ArticleBlock[];
  images: readonly ArticlePicture[];
  outfits: readonly OutfitCard[];
  isEditorial: boolean;
  /** 'Shop this look', as under an outfit. */
  ShopList: ComponentType<{ items: readonly OutfitItem[] }>;
  /** An outfit that can be liked and saved where it stands. */
  Outfit: ComponentType<{ outfit: OutfitCard }>;
}

/** The text of an article: a narrow column to read in, from which pictures, quotes and outfits stand out. */
export function ArticleBody({ body, ...parts }: ArticleBodyProps) {
  const sections = groupProducts(body);
  // A drop cap opens the text; on a line or two it would hang over what follows.
  const first = body[0];
  const opensWithText =
    first?.type === "paragraph" && first.text.reduce((sum, { text }) => sum + text.length, 0) >= dropCapCharsMin;
  return (
    <div className="article-body">
      <style>{styles}</style>
      {sections.map((section, index) => (
        // The blocks of a published article never change places.
        // oxlint-disable-next-line react/no-array-index-key -- the blocks of a published text have no ids and never move
        <Section key={index} place={index} section={section} hasDropCap={index === 0 && opensWithText} {...parts} />
      ))}
    </div>
  );
}

const dropCapCharsMin = 200;
const pullQuoteCharsMax = 240;

type Product = Extract<ArticleBlock, { type: "product" }>;
type Section = Exclude<ArticleBlock, Product> | { type: "products"; products: Product[] };

/** Products in a row become one list. */
function groupProducts(body: readonly ArticleBlock[]): Section[] {
  const sections: Section[] = [];
  for (const block of body) {
    const last = sections.at(-1);
    if (block.type !== "product") sections.push(block);
    else if (last?.type === "products") last.products.push(block);
    else sections.push({ type: "products", products: [block] });
  }
  return sections;
}

interface SectionProps extends Omit<ArticleBodyProps, "body"> {
  section: Section;
  /** Among the sections of the article. */
  place: number;
  hasDropCap: boolean;
}

function Section({ section, place, hasDropCap, ...parts }: SectionProps): ReactNode {
  const { images, outfits, isEditorial, ShopList, Outfit } = parts;
  switch (section.type) {
    case "paragraph":
      return (
        <p dir="auto" className={hasDropCap ? "article-opening" : undefined}>
          <Spans spans={section.text} isEditorial={isEditorial} />
        </p>
      );
    case "heading": {
      const Heading = section.level === 2 ? "h2" : "h3";
      return (
        <Heading dir="auto">
          <Spans spans={section.text} isEditorial={isEditorial} />
        </Heading>
      );
    }
    case "quote":
      return <Quote section={section} isEditorial={isEditorial} />;
    case "list":
      return <List section={section} isEditorial={isEditorial} />;
    case "image": {
      const image = images.find(({ imageId }) => imageId === section.imageId);
      if (!image) return null;
      return (
        <div className="article-wide">
          <ArticleFigure {...image} alt={section.alt} caption={section.caption} sizes={wideSizes} />
        </div>
      );
    }
    case "outfit": {
      const outfit = outfits.find(({ id }) => id === section.outfitId);
      return (
        <div className="article-middle">
          {outfit ? (
            <Outfit outfit={outfit} />
          ) : (
            <p className="rounded-photo border border-dashed border-line p-6 text-center text-fine text-muted">
              The outfit that was shown here is no longer there.
            </p>
          )}
        </div>
      );
    }
    case "products":
      return (
        <aside aria-label="Products in this article" className="article-shop">
          <ShopList items={section.products.map((product, index) => ({ id: `${place}-${index}`, ...product }))} />
        </aside>
      );
  }
}

const wideSizes = "(width >= 1024px) 896px, 100vw";

interface QuoteProps {
  section: Extract<ArticleBlock, { type: "quote" }>;
  isEditorial: boolean;
}

/** A short quote is pulled out of the column; a long one stays in it. */
function Quote({ section, isEditorial }: QuoteProps) {
  const isShort = section.text.reduce((sum, { text }) => sum + text.length, 0) <= pullQuoteCharsMax;
  return (
    <blockquote dir="auto" className={isShort ? "article-pull-quote" : "article-long-quote"}>
      <p>
        <Spans spans={section.text} isEditorial={isEditorial} />
      </p>
    </blockquote>
  );
}

interface ListProps {
  section: Extract<ArticleBlock, { type: "list" }>;
  isEditorial: boolean;
}

function List({ section, isEditorial }: ListProps) {
  const items = section.items.map((item, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the blocks of a published text have no ids and never move
    <li key={index}>
      <Spans spans={item} isEditorial={isEditorial} />
    </li>
  ));
  return section.isOrdered ? <ol dir="auto">{items}</ol> : <ul dir="auto">{items}</ul>;
}
