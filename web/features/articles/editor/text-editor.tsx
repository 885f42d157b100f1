import type { Content, Editor } from "@tiptap/core";
import { EditorContent, useEditor } from "@tiptap/react";
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from "react";
import type { ArticleBlock } from "#contract/article-body.ts";
import type { OutfitCard } from "#contract/outfits.ts";
import styles from "#web/ui/article-body.css?inline";
import { pictureTypes } from "#web/text/picture-errors.ts";
import { type EditorNode, fromEditorDocument, type Shown, toEditorDocument } from "./article-document.ts";
import { EditBlock, type EditedBlock } from "./edit-block.ts";
import { createExtensions } from "./extensions.ts";
import { LinkDialog } from "./link-dialog.tsx";
import { createOwnPictures, idsOf, type OwnPictures } from "./own-pictures.ts";
import { OutfitDialog } from "./outfit-dialog.tsx";
import { type DescribedPicture, PictureDialog } from "./picture-dialog.tsx";
import { type Product, ProductDialog } from "./product-dialog.tsx";
import { Toolbar } from "./toolbar.tsx";
import type { Insertion } from "./tools.ts";

/** What the screen around the editor asks of it. */
export interface TextEditorHandle {
  read: () => Shown & { body: ArticleBlock[] };
  replace: (body: readonly ArticleBlock[], shown: Shown) => void;
}

interface TextEditorProps {
  body: readonly ArticleBlock[];
  shown: Shown;
  isEditable: boolean;
  error: string | undefined;
  onChange: () => void;
  ref: Ref<TextEditorHandle>;
}

type Open = { what: Insertion; block?: EditedBlock; file?: File };

/** The text of an article: a toolbar, the text as readers will see it, and the dialogs for what is not typed. */
export function TextEditor({ body, shown, isEditable, error, onChange, ref }: TextEditorProps) {
  const [open, setOpen] = useState<Open>();
  const changed = useRef(onChange);
  useEffect(() => {
    changed.current = onChange;
  });
  const [pictures] = useState(() => createOwnPictures(shown));
  const editor = useEditor({
    extensions: createExtensions({
      onLink: () => setOpen({ what: "link" }),
      onLeave: focusToolbar,
    }),
    content: toEditorDocument(body, shown) as Content,
    editable: isEditable,
    textDirection: "auto",
    editorProps: {
      attributes: textAttributes,
      handlePaste: (_view, event) => openPasted(event.clipboardData, setOpen),
      handleDrop: (_view, event, _slice, isMoved) => !isMoved && openPasted(event.dataTransfer, setOpen),
      transformPasted: pictures.cleanPasted,
    },
    onUpdate: () => changed.current(),
  });
  useEffect(() => editor.setEditable(isEditable, false), [editor, isEditable]);
  useHandle(ref, editor, pictures);
  const close = () => setOpen(undefined);
  const put = (type: string, attrs: object) => {
    if ("imageId" in attrs) pictures.add([String(attrs.imageId)]);
    const position = open?.block?.position ?? null;
    if (position === null) editor.chain().insertContent({ type, attrs }).run();
    else editor.chain().setNodeSelection(position).updateAttributes(type, attrs).run();
    close();
    setTimeout(() => editor.commands.focus());
  };
  const edit = (block: EditedBlock) => setOpen({ what: block.type === "articleProduct" ? "product" : "image", block });
  return (
    <section aria-label="Text">
      <style>{styles}</style>
      {isEditable && <StickyToolbar editor={editor} onInsert={(what) => setOpen({ what })} />}
      <p id="article-text-help" className="sr-only">
        Press Alt and F10 for the formatting tools, Escape to come back.
      </p>
      <EditBlock value={edit}>
        <EditorContent editor={editor} />
      </EditBlock>
      <p id="article-text-error" role="alert" className="page-width max-w-2xl! text-fine text-danger empty:hidden">
        {error}
      </p>
      {open && <Dialogs open={open} editor={editor} onPut={put} onClose={close} />}
    </section>
  );
}

function useHandle(ref: Ref<TextEditorHandle>, editor: Editor, pictures: OwnPictures): void {
  useImperativeHandle(
    ref,
    () => ({
      read: () => fromEditorDocument(editor.getJSON() as EditorNode),
      replace: (next, shown) => {
        pictures.add(idsOf(shown));
        editor.commands.setContent(toEditorDocument(next, shown) as Content, { emitUpdate: false });
      },
    }),
    [editor, pictures],
  );
}

const textAttributes = {
  id: "article-text",
  role: "textbox",
  "aria-multiline": "true",
  "aria-label": "Article text",
  "aria-describedby": "article-text-help article-text-error",
  class: "article-body min-h-96 outline-none whitespace-pre-wrap",
};

function StickyToolbar({ editor, onInsert }: { editor: Editor; onInsert: (what: Insertion) => void }) {
  return (
    <div className="sticky top-0 z-20 border-y border-line bg-paper">
      <div className="page-width max-w-2xl!">
        <Toolbar id={toolbarId} editor={editor} onInsert={onInsert} />
      </div>
    </div>
  );
}

const toolbarId = "article-tools";
const focusToolbar = () => document.querySelector<HTMLElement>(`#${toolbarId} button[tabindex="0"]`)?.focus();

interface DialogsProps {
  open: Open;
  editor: Editor;
  onPut: (type: string, attrs: object) => void;
  onClose: () => void;
}

/** What is not typed: links, pictures, outfits and products. */
function Dialogs({ open, editor, onPut, onClose }: DialogsProps) {
  switch (open.what) {
    case "link":
      return <LinkDialog editor={editor} onClose={onClose} />;
    case "image":
      return (
        <PictureDialog
          title={open.block ? "Edit picture" : "Add a picture"}
          initial={open.block?.attrs as unknown as DescribedPicture | undefined}
          file={open.file}
          onClose={onClose}
          onDone={(picture) => onPut("articleImage", picture)}
        />
      );
    case "outfit":
      return (
        <OutfitDialog
          onClose={onClose}
          onPick={(card: OutfitCard) => onPut("articleOutfit", { outfitId: card.id, card })}
        />
      );
    case "product":
      return (
        <ProductDialog
          initial={open.block?.attrs as unknown as Product | undefined}
          onClose={onClose}
          onDone={(product) => onPut("articleProduct", product)}
        />
      );
  }
}

/** A picture that is pasted or dropped asks for its description first. */
function openPasted(data: DataTransfer | null, setOpen: (open: Open) => void): boolean {
  const file = [...(data?.files ?? [])].find(({ type }) => (pictureTypes as readonly string[]).includes(type));
  if (!file) return false;
  setOpen({ what: "image", file });
  return true;
}
