import clsx from "clsx";
import { ArrowUp } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import { useAddComment } from "#web/data/comments.ts";
import { type CommentSubject, idOf } from "#web/data/comments-cache.ts";
import { useSignInGate } from "#web/data/use-sign-in-gate.ts";
import { draftName, readOwnDraft, saveDraft } from "#web/lib/drafts.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

/** The draft belongs to the subject and the member: `userId` is undefined for visitors. */
export function CommentForm({ subject, userId }: { subject: CommentSubject; userId: string | undefined }) {
  const place = `comment.${idOf(subject)}`;
  const draft = draftName(place, userId);
  const isHydrated = useHydrated();
  const [typed, setTyped] = useState<string>();
  const content = typed ?? (isHydrated ? readOwnDraft(place, userId) : "");
  const setContent = (change: string | ((now: string) => string)) =>
    setTyped((now = readOwnDraft(place, userId)) => {
      const next = typeof change === "string" ? change : change(now);
      saveDraft(draft, next);
      return next;
    });
  const form = useRef<HTMLFormElement>(null);
  const requireSignIn = useSignInGate();
  const add = useAddComment(subject);
  const isBlank = content.trim() === "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBlank || add.isPending || !requireSignIn("Please sign in to comment")) return;
    setContent("");
    // Text typed in the meantime stays; the rejected text is put before it.
    add.mutate(content, {
      onError: () => setContent((deferred) => (deferred === "" ? content : `${content}\n${deferred}`)),
    });
  };
  const submitOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    form.current?.requestSubmit();
  };
  return (
    <form ref={form} onSubmit={submit} className="relative">
      <textarea
        aria-label="Add a comment"
        placeholder="Add a comment"
        rows={1}
        value={content}
        maxLength={limits.commentCharsMax}
        onChange={(event) => setContent(event.target.value)}
        onKeyDown={submitOnEnter}
        enterKeyHint="send"
        className="field-sizing-content max-h-40 min-h-13 w-full resize-none rounded-[1.625rem] border border-line bg-surface py-3.5 pr-14 pl-5 text-[1rem] leading-6 placeholder:text-muted hover:border-ink/30 focus:border-ink focus:ring-1 focus:ring-ink focus:outline-none md:text-body"
      />
      <IconButton
        type="submit"
        label="Post comment"
        // A disabled button would lose a press that comes before the page is hydrated.
        disabled={isHydrated && (isBlank || add.isPending)}
        className={clsx(
          "absolute! right-1 bottom-2.5 disabled:bg-transparent! disabled:text-muted disabled:opacity-100!",
          isHydrated ? "bg-ink! text-paper" : "text-muted",
        )}
      >
        {add.isPending ? (
          <Spinner label="Posting" size={18} />
        ) : (
          <ArrowUp aria-hidden="true" size={20} strokeWidth={1.75} />
        )}
      </IconButton>
    </form>
  );
}
