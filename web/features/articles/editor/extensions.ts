import { Extension, Mark, mergeAttributes, Node } from "@tiptap/core";
import { Bold } from "@tiptap/extension-bold";
import { Document } from "@tiptap/extension-document";
import { Heading } from "@tiptap/extension-heading";
import { Italic } from "@tiptap/extension-italic";
import { BulletList, ListItem, OrderedList } from "@tiptap/extension-list";
import { Paragraph } from "@tiptap/extension-paragraph";
import { Text } from "@tiptap/extension-text";
import { Dropcursor, Gapcursor, Placeholder, UndoRedo } from "@tiptap/extensions";
import { type ReactNodeViewProps, ReactNodeViewRenderer } from "@tiptap/react";
import type { ComponentType } from "react";
import { toHttpsLink } from "./https-link.ts";
import { ImageView, OutfitView, ProductView } from "./node-views.tsx";

/** A link to another site. Pasted text keeps its https links; others lose the link. */
const Link = Mark.create({
  name: "link",
  priority: 1_000,
  inclusive: false,
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [
    {
      tag: "a[href]",
      getAttrs: (element) => {
        const href = element.getAttribute("href") ?? "";
        return /^https:\/\//i.test(href) && toHttpsLink(href) !== undefined ? { href } : false;
      },
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ["a", mergeAttributes(HTMLAttributes, { rel: "noopener nofollow" }), 0],
});

/** Headings of every size become the two that an article has. */
const ArticleHeading = Heading.extend({
  parseHTML: () => [
    { tag: "h1", attrs: { level: 2 } },
    { tag: "h2", attrs: { level: 2 } },
    ...["h3", "h4", "h5", "h6"].map((tag) => ({ tag, attrs: { level: 3 } })),
  ],
}).configure({ levels: [2, 3] });

const Quote = Node.create({
  name: "blockquote",
  group: "block",
  content: "paragraph",
  defining: true,
  parseHTML: () => [{ tag: "blockquote" }],
  renderHTML: () => ["blockquote", { class: "article-pull-quote" }, 0],
  addKeyboardShortcuts() {
    return { "Mod-Shift-b": () => this.editor.commands.toggleWrap(this.name) };
  },
});

/** One line per item. Tab leaves the editor, so that lists are no keyboard trap. */
const FlatListItem = ListItem.extend({
  content: "paragraph",
  addKeyboardShortcuts() {
    return { Enter: () => this.editor.commands.splitListItem(this.name) };
  },
});

/** An atomic block with its data: it survives cut and paste within the editor, and a component renders it. */
function createAtom(name: string, attributes: Record<string, unknown>, view: ComponentType<ReactNodeViewProps>) {
  const tag = `data-${name.toLowerCase()}`;
  return Node.create({
    name,
    group: "block",
    atom: true,
    draggable: true,
    addAttributes: () =>
      Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, { default: value, rendered: false }])),
    parseHTML: () => [
      {
        tag: `div[${tag}]`,
        getAttrs: (element) => readData(element.getAttribute(tag), Object.keys(attributes)) ?? false,
      },
    ],
    renderHTML: ({ node }) => ["div", { [tag]: JSON.stringify(node.attrs) }],
    addNodeView: () =>
      ReactNodeViewRenderer(view, { className: name === "articleImage" ? "article-wide" : "article-middle" }),
  });
}

function readData(text: string | null, keys: string[]): Record<string, unknown> | undefined {
  try {
    const data = JSON.parse(text ?? "") as Record<string, unknown>;
    return keys.every((key) => key in data) ? data : undefined;
  } catch {
    return undefined;
  }
}

interface Handlers {
  onLink: () => void;
  onLeave: () => void;
}

/** Ctrl or Cmd + K opens the link dialog; Alt + F10 focuses the toolbar, as in word processors. */
const Shortcuts = Extension.create<Handlers>({
  name: "articleShortcuts",
  addOptions: () => ({ onLink: () => undefined, onLeave: () => undefined }),
  addKeyboardShortcuts() {
    const run = (handler: () => void) => () => {
      handler();
      return true;
    };
    return { "Mod-k": run(this.options.onLink), "Alt-F10": run(this.options.onLeave) };
  },
});

/** All that an article can hold, and nothing else: what is pasted is read by these rules, the rest is left out. */
export function createExtensions(handlers: Handlers) {
  return [
    Document,
    Paragraph,
    Text,
    ArticleHeading,
    Bold,
    Italic,
    Link,
    Quote,
    BulletList,
    OrderedList,
    FlatListItem,
    createAtom("articleImage", { imageId: "", alt: "", caption: "", picture: null }, ImageView),
    createAtom("articleOutfit", { outfitId: "", card: null }, OutfitView),
    createAtom("articleProduct", { category: "Shirt", brand: "", productName: "", productUrl: null }, ProductView),
    UndoRedo,
    Dropcursor.configure({ color: "var(--accent)", width: 2 }),
    Gapcursor,
    Placeholder.configure({ placeholder: "Write your article here…" }),
    Shortcuts.configure(handlers),
  ];
}
