import { useQueryClient } from "@tanstack/react-query";
import { SendHorizontal } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { isBlankText } from "#contract/blank-text.ts";
import { limits } from "#contract/limits.ts";
import { emitTyping } from "#web/api/live.ts";
import { sendMessage } from "#web/data/outbox.ts";
import { draftName, readDraft, saveDraft } from "#web/lib/drafts.ts";
import { isComposing } from "#web/lib/is-composing.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { useFocusOnArrival } from "./use-focus-on-arrival.ts";

const typingEveryMs = 2_000;

interface MessageComposerProps {
  threadId: string;
  /** Whose draft it keeps. */
  userId: string;
  /** Of the other member. */
  name: string;
}

/** Enter sends, Shift+Enter starts a new line; a blank text is not sent. */
export function MessageComposer({ threadId, userId, name }: MessageComposerProps) {
  const client = useQueryClient();
  const draft = draftName(`message.${threadId}`, userId);
  const [text, setText] = useState(() => readDraft(draft));
  const typingSentAtMs = useRef(0);
  const field = useFocusOnArrival<HTMLTextAreaElement>();

  function send(): void {
    if (isBlankText(text)) return;
    sendMessage(client, threadId, text.trim());
    change("");
  }

  function change(next: string): void {
    setText(next);
    saveDraft(draft, next);
  }

  function write(next: string): void {
    change(next);
    if (next === "" || Date.now() - typingSentAtMs.current < typingEveryMs) return;
    typingSentAtMs.current = Date.now();
    emitTyping(threadId);
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key !== "Enter" || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    send();
  }

  return (
    <form
      className="page-width flex items-end gap-2 border-t border-line py-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Textarea
        ref={field}
        aria-label={`Message to ${name}`}
        placeholder="Type a message..."
        rows={1}
        value={text}
        maxLength={limits.messageCharsMax}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
        className="max-h-40 min-h-11! flex-1 resize-none py-2.5!"
      />
      <IconButton
        label="Send"
        type="submit"
        aria-disabled={isBlankText(text) || undefined}
        className="bg-ink! text-paper!"
      >
        <SendHorizontal size={18} />
      </IconButton>
    </form>
  );
}
