import { useCallback, useLayoutEffect, useMemo, useReducer } from "react";
import type { ArticleContent, ArticleState } from "#contract/articles.ts";
import type { Issue } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";
import { ApiError } from "#web/api/api-error.ts";
import { call } from "#web/api/call.ts";
import { toast } from "#web/lib/toast.ts";
import { errorMessage } from "#web/text/errors.ts";

export type SaveStatus =
  | { kind: "saved"; at: string | null }
  | { kind: "waiting" }
  | { kind: "saving" }
  /** Retried automatically, and at once when the network is back. */
  | { kind: "offline" }
  | { kind: "failed"; words: string; issues: readonly Issue[] }
  /** Another tab or an editor has saved in the meantime: nothing is sent until the conflict is resolved. */
  | { kind: "conflict" };

const retryMs = 5_000;
const failure = "Failed to save the article";

/**
 * Sends an article to the server while it is written: a moment after the last change, one save after the other, each
 * naming the revision that it changes.
 */
class Autosaver {
  status: SaveStatus;
  revision: number;
  private readonly articleId: string;
  private pending: ArticleContent | undefined;
  private running: Promise<void> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Once the editor is closed: the refusal that it showed, if any. */
  private shown: { words?: string } | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(articleId: string, revision: number, savedAt: string | null) {
    this.articleId = articleId;
    this.revision = revision;
    this.status = { kind: "saved", at: savedAt };
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Notes a change; it is sent when there was none for a moment. */
  change(content: ArticleContent): void {
    this.pending = content;
    if (this.status.kind === "conflict") return;
    if (this.running === undefined) this.set({ kind: "waiting" });
    this.schedule(limits.articleAutosaveMs);
  }

  /** Sends what is still to be sent; true when the server has all of it. */
  async flush(): Promise<boolean> {
    clearTimeout(this.timer);
    await this.running;
    if (this.pending !== undefined && this.status.kind !== "conflict") await this.run();
    return this.pending === undefined;
  }

  /** Saves this content as the newest version; the current one stays as a separate version. */
  async overwrite(content: ArticleContent): Promise<boolean> {
    const { revision } = await call("GET /api/articles/:articleId/draft", { params: { articleId: this.articleId } });
    this.revision = revision;
    this.pending = content;
    this.set({ kind: "waiting" });
    await this.run(true);
    return this.pending === undefined;
  }

  /** The editor shows what the server has: there is nothing to send. */
  adopt({ revision, savedAt }: Pick<ArticleState, "revision" | "savedAt">): void {
    clearTimeout(this.timer);
    this.pending = undefined;
    this.revision = revision;
    this.set({ kind: "saved", at: savedAt });
  }

  hasUnsaved(): boolean {
    return this.pending !== undefined || this.running !== undefined;
  }

  /**
   * The editor is closed: what is still to be sent is sent without waiting for the answer. Another refusal than the one shown is a
   * toast.
   */
  leave(): void {
    this.shown = this.status.kind === "failed" ? { words: this.status.words } : {};
    void this.flush();
  }

  resume(): void {
    if (this.status.kind === "offline") this.schedule(0);
  }

  private schedule(delayMs: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), delayMs);
  }

  private run(isNewVersion = false): Promise<void> {
    this.running ??= this.send(isNewVersion).finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  private async send(isNewVersion: boolean): Promise<void> {
    const content = this.pending;
    if (content === undefined) return;
    this.set({ kind: "saving" });
    try {
      const body = { revision: this.revision, content, isNewVersion };
      const state = await call("PUT /api/articles/:articleId/draft", { params: { articleId: this.articleId }, body });
      this.revision = state.revision;
      // Changes made in the meantime are part of the next save.
      if (this.pending === content) this.pending = undefined;
      this.set(this.pending === undefined ? { kind: "saved", at: state.savedAt } : { kind: "waiting" });
    } catch (error) {
      this.set(toFailure(error));
      const words = errorMessage(error, failure);
      if (this.status.kind === "offline") this.schedule(retryMs);
      else if (this.shown && this.shown.words !== words) toast.error(words);
    }
  }

  private set(status: SaveStatus): void {
    this.status = status;
    for (const listener of this.listeners) listener();
  }
}

function toFailure(error: unknown): SaveStatus {
  if (error instanceof ApiError && error.code === "article.conflict") return { kind: "conflict" };
  const { status, issues } = error instanceof ApiError ? error : { status: null, issues: [] };
  if (status === 0 || status === 503) return { kind: "offline" };
  return { kind: "failed", words: errorMessage(error, failure), issues };
}

export type Autosave = Pick<
  Autosaver,
  "status" | "revision" | "change" | "flush" | "overwrite" | "adopt" | "hasUnsaved"
>;

/** Saves an article while it is written. The last change is sent when the page is left or put away. */
export function useAutosave(articleId: string, start: { revision: number; savedAt: string | null }): Autosave {
  // The start values only initialize the saver: afterwards it knows the current revision itself.
  // oxlint-disable-next-line react/exhaustive-deps -- a new saver is needed for another article only
  const saver = useMemo(() => new Autosaver(articleId, start.revision, start.savedAt), [articleId]);
  const [, render] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => saver.subscribe(render), [saver]);
  const onHidden = useCallback(() => {
    if (document.visibilityState === "hidden") void saver.flush();
  }, [saver]);
  useLayoutEffect(() => {
    const onOnline = () => saver.resume();
    const onUnload = (event: BeforeUnloadEvent) => {
      if (saver.hasUnsaved()) event.preventDefault();
    };
    document.addEventListener("visibilitychange", onHidden);
    addEventListener("online", onOnline);
    addEventListener("beforeunload", onUnload);
    return () => {
      document.removeEventListener("visibilitychange", onHidden);
      removeEventListener("online", onOnline);
      removeEventListener("beforeunload", onUnload);
      saver.leave();
    };
  }, [saver, onHidden]);
  return saver;
}
