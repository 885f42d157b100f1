import type { Editor } from "@tiptap/core";
import {
  Bold,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  Redo2,
  Shirt,
  ShoppingBag,
  Undo2,
} from "lucide-react";

/** What is inserted by a dialog. */
export type Insertion = "link" | "image" | "outfit" | "product";

/** A button of the toolbar. */
export interface Tool {
  id: string;
  label: string;
  Icon: LucideIcon;
  /** As screen readers say it, and as the tooltip shows it. */
  keys?: string;
  isOn?: (editor: Editor) => boolean;
  canRun?: (editor: Editor) => boolean;
  run: (editor: Editor, insert: (what: Insertion) => void) => void;
}

const insertion = (id: Insertion, label: string, Icon: LucideIcon): Tool => ({
  id,
  label,
  Icon,
  run: (_editor, insert) => insert(id),
});

/** All of them, in groups. */
export const toolGroups: readonly (readonly Tool[])[] = [
  [
    {
      id: "h2",
      label: "Heading",
      Icon: Heading2,
      keys: "Control+Alt+2",
      isOn: (editor) => editor.isActive("heading", { level: 2 }),
      run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
    },
    {
      id: "h3",
      label: "Subheading",
      Icon: Heading3,
      keys: "Control+Alt+3",
      isOn: (editor) => editor.isActive("heading", { level: 3 }),
      run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
    },
  ],
  [
    {
      id: "bold",
      label: "Bold",
      Icon: Bold,
      keys: "Control+B",
      isOn: (editor) => editor.isActive("bold"),
      run: (editor) => editor.chain().focus().toggleBold().run(),
    },
    {
      id: "italic",
      label: "Italic",
      Icon: Italic,
      keys: "Control+I",
      isOn: (editor) => editor.isActive("italic"),
      run: (editor) => editor.chain().focus().toggleItalic().run(),
    },
    {
      ...insertion("link", "Link", Link),
      keys: "Control+K",
      isOn: (editor) => editor.isActive("link"),
      canRun: (editor) => !editor.state.selection.empty || editor.isActive("link"),
    },
  ],
  [
    {
      id: "quote",
      label: "Quote",
      Icon: Quote,
      keys: "Control+Shift+B",
      isOn: (editor) => editor.isActive("blockquote"),
      run: (editor) => editor.chain().focus().toggleWrap("blockquote").run(),
    },
    {
      id: "list",
      label: "Bulleted list",
      Icon: List,
      keys: "Control+Shift+8",
      isOn: (editor) => editor.isActive("bulletList"),
      run: (editor) => editor.chain().focus().toggleBulletList().run(),
    },
    {
      id: "steps",
      label: "Numbered list",
      Icon: ListOrdered,
      keys: "Control+Shift+7",
      isOn: (editor) => editor.isActive("orderedList"),
      run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    },
  ],
  [
    insertion("image", "Add a picture", ImagePlus),
    insertion("outfit", "Add an outfit", Shirt),
    insertion("product", "Add a product", ShoppingBag),
  ],
  [
    {
      id: "undo",
      label: "Undo",
      Icon: Undo2,
      keys: "Control+Z",
      canRun: (editor) => editor.can().undo(),
      run: (editor) => editor.chain().focus().undo().run(),
    },
    {
      id: "redo",
      label: "Redo",
      Icon: Redo2,
      keys: "Control+Shift+Z",
      canRun: (editor) => editor.can().redo(),
      run: (editor) => editor.chain().focus().redo().run(),
    },
  ],
];
