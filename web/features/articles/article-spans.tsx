import { Fragment, type ReactNode } from "react";
import type { ArticleSpan } from "#contract/article-body.ts";

interface SpansProps {
  spans: readonly ArticleSpan[];
  /** Links of an editor's own article are vouched for; all others say that they are not. */
  isEditorial: boolean;
}

/** Runs of text with their looks. Text stays text: whatever is written in it, nothing of it becomes markup. */
export function Spans({ spans, isEditorial }: SpansProps) {
  return spans.map((span, index) => (
    // The runs of a published article never change places.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>{toNode(span, isEditorial)}</Fragment>
  ));
}

function toNode({ text, isBold, isItalic, link }: ArticleSpan, isEditorial: boolean): ReactNode {
  let node: ReactNode = text;
  if (isItalic) node = <em>{node}</em>;
  if (isBold) node = <strong className="font-semibold">{node}</strong>;
  if (link === undefined || !link.startsWith("https://")) return node;
  return (
    <a
      href={link}
      rel={isEditorial ? "noopener" : "noopener nofollow ugc"}
      className="underline decoration-accent decoration-1 underline-offset-4 transition-colors hover:text-accent"
    >
      {node}
    </a>
  );
}
