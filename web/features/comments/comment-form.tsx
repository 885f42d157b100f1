import clsx from "clsx";
import { ArrowUp } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { isBlankText } from "#contract/blank-text.ts";
import { limits } from "#contract/limits.ts";
import { nameOf } from "#contract/member-names.ts";
import { replyIntent, useAddComment } from "#web/data/comments.ts";
import { type CommentSubject, idOf, type WrittenComment } from "#web/data/comments-cache.ts";
import { useSignInGate } from "#web/data/use-sign-in-gate.ts";
import { draftName, readOwnDraft, saveDraft } from "#web/lib/drafts.ts";
import { useHydrated } from "#web/lib/hydration/use-hydrated.ts";
import { isComposing } from "#web/lib/is-composing.ts";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { CodeBoundary } from "#web/ui/code-boundary.tsx";

const MentionSuggestions = lazyPart(() => import("./mention-suggestions.tsx"), "MentionSuggestions");

/** From this length on, the form counts. */
const countedFrom = limits.commentCharsMax - 100;

interface CommentFormProps {
  subject: CommentSubject;
  /** Undefined for visitors. */
  userId: string | undefined;
  /** The comment whose replies it joins, and whom it answers: that comment or one of its replies. */
  parent: { id: string; answered: WrittenComment } | null;
  /** A reply was sent or given up. */
  onClose?: () => void;
}

/** An answer to a reply begins with whom it answers, who is notified as mentioned. */
const openingOf = (parent: CommentFormProps["parent"]) =>
  parent && parent.answered.id !== parent.id ? `@${parent.answered.author.username} ` : "";

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Usernames, with which an answer begins, are always Latin: what follows them counts. */
function directionOf(content: string): "rtl" | "auto" {
  const [letter = ""] = /\p{L}/u.exec(content.replace(/^(@\S+\s+)+/, "")) ?? [];
  return rightToLeft.test(letter) ? "rtl" : "auto";
}

/** The typed text; the draft belongs to its place and to the member. */
function useDraft({ subject, userId, parent }: CommentFormProps) {
  const place = parent ? `reply.${parent.answered.id}` : `comment.${idOf(subject)}`;
  const opening = openingOf(parent);
  const isHydrated = useHydrated();
  const [typed, setTyped] = useState<string>();
  const stored = () => readOwnDraft(place, userId) || opening;
  const content = typed ?? (isHydrated ? stored() : "");
  // The draft changes also when the form has left the screen, as at the end of a session.
  const setContent = (next: string) => {
    saveDraft(draftName(place, userId), next);
    setTyped(next);
  };
  return { content, setContent, isHydrated, isBlank: isBlankText(content) || content === opening };
}

/** Adds a comment or a reply. */
export function CommentForm(props: CommentFormProps) {
  const { subject, userId, parent, onClose } = props;
  const { content, setContent, isHydrated, isBlank } = useDraft(props);
  const form = useRef<HTMLFormElement>(null);
  const box = useReplyFocus(parent !== null);
  const requireSignIn = useSignInGate();
  // Text typed in the meantime stays; the rejected text is put before it.
  const add = useAddComment(subject, parent, (rejected) =>
    setContent(content === "" ? rejected : `${rejected}\n${content}`),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBlank || add.isPending || !requireSignIn("Please sign in to comment", replyIntent(parent))) return;
    setContent("");
    add.mutate(content, { onSuccess: () => onClose?.() });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Then both keys are the keyboard's own.
    if (isComposing(event.nativeEvent)) return;
    if (event.key === "Escape") onClose?.();
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    form.current?.requestSubmit();
  };
  const label = parent ? `Reply to ${nameOf(parent.answered.author)}` : "Add a comment";
  return (
    <form ref={form} onSubmit={submit} className="relative">
      <div className="relative">
        <textarea
          ref={box}
          dir={directionOf(content)}
          aria-label={label}
          placeholder={label}
          rows={1}
          value={content}
          maxLength={limits.commentCharsMax}
          onChange={(event) => setContent(event.target.value)}
          onFocus={() => void MentionSuggestions.preload()}
          onKeyDown={onKeyDown}
          enterKeyHint="send"
          className="field-sizing-content max-h-40 min-h-13 w-full resize-none rounded-[1.625rem] border border-line bg-surface py-3.5 pr-14 pl-5 text-[1rem] leading-6 placeholder:text-muted hover:border-ink/30 focus:border-ink focus:ring-1 focus:ring-ink focus:outline-none md:text-body"
        />
        <SubmitButton
          label={parent ? "Post reply" : "Post comment"}
          isHydrated={isHydrated}
          isBlank={isBlank}
          isSending={add.isPending}
        />
      </div>
      <Counter length={content.length} />
      {content.includes("@") && userId !== undefined && (
        <CodeBoundary>
          <MentionSuggestions box={box} content={content} onChange={setContent} />
        </CodeBoundary>
      )}
    </form>
  );
}

/** The field of a reply takes the focus when it opens, with the caret at the end, and gives it back when it closes. */
function useReplyFocus(isReply: boolean) {
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const field = box.current;
    if (!isReply || !field) return;
    const opener = document.activeElement;
    field.focus();
    field.setSelectionRange(limits.commentCharsMax, limits.commentCharsMax);
    return () => {
      if (document.activeElement === field && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [isReply]);
  return box;
}

interface SubmitButtonProps {
  label: string;
  isHydrated: boolean;
  isBlank: boolean;
  isSending: boolean;
}

function SubmitButton({ label, isHydrated, isBlank, isSending }: SubmitButtonProps) {
  return (
    <IconButton
      type="submit"
      label={label}
      // `disabled` would lose the focus, and a press that comes before the page is hydrated.
      aria-disabled={(isHydrated && (isBlank || isSending)) || undefined}
      className={clsx(
        "absolute! right-1 bottom-2.5 off:bg-transparent! off:text-muted off:opacity-100!",
        isHydrated ? "bg-ink! text-paper" : "text-muted",
      )}
    >
      {isSending ? <Spinner label="Posting" size={18} /> : <ArrowUp aria-hidden="true" size={20} strokeWidth={1.75} />}
    </IconButton>
  );
}

function Counter({ length }: { length: number }) {
  if (length < countedFrom) return null;
  return (
    <p className="px-5 text-right text-fine text-muted tabular-nums">
      {length}/{limits.commentCharsMax}
    </p>
  );
}
