import type { Picture as StoredPicture } from "#contract/media.ts";
import { Picture } from "#web/ui/picture.tsx";

interface ArticleFigureProps {
  picture: StoredPicture;
  alt: string;
  caption: string;
  sizes: string;
  isUrgent?: boolean;
}

/** A picture with its caption under it. */
export function ArticleFigure({ picture, alt, caption, sizes, isUrgent = false }: ArticleFigureProps) {
  return (
    <figure>
      <span className="block overflow-hidden rounded-photo">
        <Picture picture={picture} alt={alt} sizes={sizes} isUrgent={isUrgent} />
      </span>
      {caption !== "" && (
        <figcaption dir="auto" className="mt-3 border-s border-accent ps-3 text-fine text-muted">
          {caption}
        </figcaption>
      )}
    </figure>
  );
}
