import { type RefObject, useState } from "react";
import type { Article, ArticleContent, ArticleDraft, ArticlePicture, ArticleState } from "#contract/articles.ts";
import { readingMinutes } from "#contract/article-text.ts";
import type { OutfitCard } from "#contract/outfits.ts";
import type { Author } from "#contract/page.ts";
import { ApiError } from "#web/api/api-error.ts";
import { type Autosave, useAutosave } from "#web/data/article-autosave.ts";
import { useRecallArticle, useSubmitArticle, useUnpublishArticle } from "#web/data/article-editing.ts";
import { toast } from "#web/lib/toast.ts";
import { errorMessage } from "#web/text/errors.ts";
import type { Details } from "./details.tsx";
import type { TextEditorHandle } from "./text-editor.tsx";

export interface EditedArticle {
  articleId: string;
  /** Null for one that is begun here. */
  draft: ArticleDraft | null;
  me: Author;
  /** Reads the article again from the server. */
  reload: () => Promise<ArticleDraft | undefined>;
  /** Called with the first change, before the server has it. */
  onBegun: () => void;
  /** Called when readers can see it. */
  onPublished: () => void;
}

const blank: ArticleContent = { title: "", summary: "", tags: [], cover: null, body: [] };
const unwritten = {
  content: blank,
  images: [] as ArticlePicture[],
  outfits: [] as OutfitCard[],
  revision: 0,
  savedAt: null,
  status: "draft",
  isPublic: false,
  note: null,
} as const;
type Standing = Pick<ArticleState, "status" | "isPublic" | "note">;

/** An article being edited: its content, state, and saving. */
export function useArticleEditor(given: EditedArticle, text: RefObject<TextEditorHandle | null>) {
  const { articleId, draft, me, onBegun } = given;
  const first = draft ?? unwritten;
  const start = first.content;
  const [images, setImages] = useState(first.images);
  const [details, setDetails] = useState(() => toDetails(start, first.images));
  const [standing, setStanding] = useState<Standing>(first);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const saver = useAutosave(articleId, first);
  const isOwn = draft === null || draft.author.id === me.id;

  const collect = (of: Details = details): ArticleContent => {
    const { coverPicture: _picture, ...rest } = of;
    return { ...rest, body: text.current?.read().body ?? start.body };
  };
  const change = (part: Partial<Details> = {}) => {
    const next = { ...details, ...part };
    setDetails(next);
    setErrors({});
    if (saver.revision === 0) onBegun();
    const isOut = standing.status === "published" || standing.status === "withdrawn";
    if (isOwn && isOut) setStanding({ ...standing, status: "draft" });
    saver.change(collect(next));
  };
  const show = (next: ArticleDraft) => {
    setImages(next.images);
    setDetails(toDetails(next.content, next.images));
    setStanding(next);
    text.current?.replace(next.content.body, next);
    saver.adopt(next);
  };
  const steps = useSteps(given, { saver, collect, show, setStanding, setErrors });
  return {
    start,
    details,
    standing,
    errors: saver.status.kind === "failed" ? { ...toErrors(saver.status.issues), ...errors } : errors,
    saver,
    isOwn,
    change,
    shown: { images, outfits: first.outfits },
    // While an editor reads it, it stays as it is.
    isEditable: !(isOwn && standing.status === "submitted"),
    preview: () => toPreview({ text, draft, me, details, images, articleId }),
    ...steps,
  };
}

interface Parts {
  saver: Autosave;
  collect: () => ArticleContent;
  show: (draft: ArticleDraft) => void;
  setStanding: (standing: Standing) => void;
  setErrors: (errors: Record<string, string>) => void;
}

/** The actions on an article other than editing, one at a time. */
function useSteps({ articleId, reload, onPublished }: EditedArticle, parts: Parts) {
  const { saver, collect, show, setStanding, setErrors } = parts;
  const [isBusy, setBusy] = useState(false);
  const submitting = useSubmitArticle(articleId);
  const recalling = useRecallArticle(articleId);
  const unpublishing = useUnpublishArticle(articleId);
  const busily = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      showFailure(error, setErrors);
    } finally {
      setBusy(false);
    }
  };
  const takeTheirs = async () => {
    const next = await reload();
    if (next) show(next);
  };
  return {
    isBusy,
    submit: () =>
      busily(async () => {
        if (!(await saver.flush())) return;
        const next = await submitting.mutateAsync(saver.revision);
        setStanding(next);
        const isOut = next.status === "published";
        toast.success(isOut ? "Your article is published" : "Submitted. An editor will read it.");
        if (isOut) onPublished();
      }),
    takeBack: () =>
      busily(async () => {
        try {
          setStanding(await recalling.mutateAsync(undefined));
        } catch (error) {
          // An editor has decided in the meantime; nothing is lost, because it could not be edited here.
          if (error instanceof ApiError && error.code === "article.wrong_status") await takeTheirs();
          throw error;
        }
      }),
    unpublish: () =>
      busily(async () => {
        setStanding(await unpublishing.mutateAsync(undefined));
        toast.success("Your article is off the site");
      }),
    restore: (content: ArticleContent) =>
      busily(async () => {
        // What could not be saved becomes a version of its own first, unless the server refuses it: that can only be replaced.
        const isSaved = await saver.flush();
        if (!isSaved && saver.status.kind !== "failed" && !(await saver.overwrite(collect()))) return;
        if (!(await saver.overwrite(content))) return;
        await takeTheirs();
        toast.success("The earlier version is back");
      }),
    keepMine: () => busily(() => saver.overwrite(collect())),
    takeTheirs: () => busily(takeTheirs),
  };
}

function showFailure(error: unknown, setErrors: Parts["setErrors"]): void {
  const { code, issues } = error instanceof ApiError ? error : { code: null, issues: [] };
  if (issues.length > 0) setErrors(toErrors(issues));
  else if (code === "content.blocked_words") setErrors({ body: errorMessage(error) });
  toast.error(issues.length > 1 ? `${issues.length} things are missing` : errorMessage(error));
}

function toDetails(content: ArticleContent, images: readonly ArticlePicture[]): Details {
  const { title, summary, tags, cover } = content;
  const coverPicture = images.find(({ imageId }) => imageId === cover?.imageId)?.picture ?? null;
  return { title, summary, tags, cover, coverPicture };
}

/** The first message of each field; those about the text are shown under it. */
function toErrors(issues: readonly { path: string; message: string }[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) {
    const field = path.startsWith("body") ? "body" : path;
    errors[field] ??= path.endsWith(".alt") && field === "body" ? "Describe every picture in the text" : message;
  }
  return errors;
}

interface PreviewParts extends Pick<EditedArticle, "articleId" | "draft" | "me"> {
  text: RefObject<TextEditorHandle | null>;
  details: Details;
  images: readonly ArticlePicture[];
}

/** The article as readers would see it now. */
function toPreview({ text, draft, me, details, images, articleId }: PreviewParts): Article | undefined {
  const current = text.current?.read();
  if (!current) return undefined;
  const { title, summary, tags, cover, coverPicture } = details;
  return {
    id: articleId,
    title,
    summary,
    tags,
    body: current.body,
    author: draft?.author ?? me,
    cover: coverPicture,
    coverAlt: cover?.alt ?? "",
    coverCaption: cover?.caption ?? "",
    images: [...images, ...current.images],
    outfits: [...current.outfits],
    publishedAt: draft?.publishedAt ?? new Date().toISOString(),
    readingMinutes: readingMinutes(current.body),
    revisedAt: null,
    isEditorial: false,
    likesCount: 0,
    liked: false,
    saved: false,
  };
}
