import type { ArticleContent, ArticlePicture } from "#contract/articles.ts";
import { nameOf } from "#contract/member-names.ts";
import type { OutfitCard, OutfitItem } from "#contract/outfits.ts";
import { ArticleBody } from "#web/features/articles/article-body.tsx";
import { ArticleFigure } from "#web/features/articles/article-figure.tsx";

interface VersionTextProps {
  content: ArticleContent;
  images: readonly ArticlePicture[];
  outfits: readonly OutfitCard[];
}

const pictureSizes = "(width >= 48rem) 512px, 100vw";

/** An earlier version of an article with its pictures. It is looked at, not used: no likes, no links to shops. */
export function VersionText({ content, images, outfits }: VersionTextProps) {
  const { title, summary, cover, body } = content;
  const coverImage = images.find(({ imageId }) => imageId === cover?.imageId);
  return (
    <>
      <p className="font-display text-title">{title === "" ? "Untitled" : title}</p>
      <p className="mt-2 mb-4 text-muted">{summary}</p>
      {cover && coverImage && (
        <ArticleFigure picture={coverImage.picture} alt={cover.alt} caption={cover.caption} sizes={pictureSizes} />
      )}
      <ArticleBody
        body={body}
        images={images}
        outfits={outfits}
        isEditorial={false}
        ShopList={ProductNames}
        Outfit={OutfitPicture}
      />
    </>
  );
}

function OutfitPicture({ outfit: { title, altText, picture, author } }: { outfit: OutfitCard }) {
  const caption = `${title} by ${nameOf(author)}`;
  return <ArticleFigure picture={picture} alt={altText} caption={caption} sizes={pictureSizes} />;
}

function ProductNames({ items }: { items: readonly OutfitItem[] }) {
  return (
    <ul>
      {items.map(({ id, brand, productName }) => (
        <li key={id}>{`${brand}: ${productName}`}</li>
      ))}
    </ul>
  );
}
