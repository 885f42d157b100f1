import { NodeViewWrapper, type ReactNodeViewProps } from "@tiptap/react";
import clsx from "clsx";
import { Pencil, Trash2 } from "lucide-react";
import { type ReactNode, use } from "react";
import type { Picture as StoredPicture } from "#contract/media.ts";
import type { OutfitCard, OutfitItem } from "#contract/outfits.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { MemberName } from "#web/ui/member-name.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { EditBlock } from "./edit-block.ts";

/** A picture with its caption and visible alternative text. */
export function ImageView(props: ReactNodeViewProps) {
  const { alt, caption, picture } = props.node.attrs as {
    alt: string;
    caption: string;
    picture: StoredPicture | null;
  };
  return (
    <Block {...props} label={`Picture: ${alt || "not described yet"}`} isEditable>
      {picture && (
        <span className="block overflow-hidden rounded-photo">
          <Picture picture={picture} alt={alt} sizes="(width >= 1024px) 896px, 100vw" />
        </span>
      )}
      <p dir="auto" className="mt-3 border-s border-accent ps-3 text-fine text-muted">
        {caption || "No caption"}
      </p>
      <p className={clsx("mt-1 pl-3 text-fine", alt === "" ? "text-danger" : "text-muted")}>
        {alt === "" ? "This picture has no description yet." : `Described as: ${alt}`}
      </p>
    </Block>
  );
}

/** An outfit block. */
export function OutfitView(props: ReactNodeViewProps) {
  const { card } = props.node.attrs as { card: OutfitCard | null };
  return (
    <Block {...props} label={`Outfit: ${card?.title ?? "no longer there"}`}>
      {card ? (
        <div className="grid grid-cols-[min(36%,11rem)_minmax(0,1fr)] gap-5 rounded-photo border border-line bg-surface p-3">
          <span className="overflow-hidden rounded-photo">
            <Picture
              picture={card.picture}
              alt=""
              sizes="(width >= 48rem) 180px, 36vw"
              className="aspect-3/4! object-cover object-top"
            />
          </span>
          <span className="self-center">
            <span className="small-caps block text-muted">{card.style.name}</span>
            <span dir="auto" className="font-display mt-1 block text-title">
              {card.title}
            </span>
            <span className="mt-1 block text-fine text-muted">
              worn by <MemberName member={card.author} />
            </span>
          </span>
        </div>
      ) : (
        <p className="rounded-photo border border-dashed border-line p-6 text-center text-fine text-muted">
          The outfit that was shown here is no longer there.
        </p>
      )}
    </Block>
  );
}

/** A product block. */
export function ProductView(props: ReactNodeViewProps) {
  const { category, brand, productName, productUrl } = props.node.attrs as Omit<OutfitItem, "id">;
  return (
    <Block {...props} label={`Product: ${brand} ${productName}`} isEditable>
      <div className="border-y border-line py-3 pr-24">
        <span className="small-caps block text-muted">
          {brand} · {category}
        </span>
        {productName}
        <span className="block truncate text-fine text-muted">{productUrl ?? "No shop link"}</span>
      </div>
    </Block>
  );
}

interface BlockProps extends ReactNodeViewProps {
  label: string;
  /** Has a separate dialog. */
  isEditable?: boolean;
  children: ReactNode;
}

/** What is common to blocks of one piece: the ring when one is selected, and the ways to change and to remove it. */
function Block({ node, selected, getPos, deleteNode, editor, label, isEditable = false, children }: BlockProps) {
  const edit = use(EditBlock);
  const buttonClass = "border border-line bg-paper! shadow-sm";
  return (
    <NodeViewWrapper
      as="section"
      aria-label={label}
      data-drag-handle
      className={clsx("relative rounded-photo outline-offset-4", selected && "outline-2 outline-ink")}
    >
      {children}
      {editor.isEditable && (
        <span contentEditable={false} className="absolute top-2 right-2 flex gap-2">
          {isEditable && (
            <IconButton
              label={`Edit. ${label}`}
              className={buttonClass}
              onClick={() => edit({ type: node.type.name, attrs: node.attrs, position: getPos() ?? null })}
            >
              <Pencil aria-hidden="true" size={18} strokeWidth={1.5} />
            </IconButton>
          )}
          <IconButton
            label={`Remove. ${label}`}
            className={buttonClass}
            onClick={() => {
              deleteNode();
              editor.commands.focus();
            }}
          >
            <Trash2 aria-hidden="true" size={18} strokeWidth={1.5} />
          </IconButton>
        </span>
      )}
    </NodeViewWrapper>
  );
}
