import type { ReactNode } from "react";
import type { ArticleState } from "#contract/articles.ts";
import { Button } from "#web/ui/button.tsx";

interface ReviewBannerProps {
  state: Pick<ArticleState, "status" | "note">;
  isOwn: boolean;
  isBusy: boolean;
  onTakeBack: () => void;
}

/** An editor's note, or what the article is waiting for. */
export function ReviewBanner({ state, isOwn, isBusy, onTakeBack }: ReviewBannerProps) {
  const { status, note } = state;
  if (status === "submitted" && isOwn) {
    return (
      <Banner title="An editor is reading it">
        <p>We will notify you when it is published or needs changes. You can't edit it until then.</p>
        <Button look="outline" size="small" className="mt-4" isBusy={isBusy} onClick={onTakeBack}>
          Take it back to change it
        </Button>
      </Banner>
    );
  }
  if (note === null || (status !== "changes_requested" && status !== "withdrawn")) return null;
  return (
    <Banner title={status === "withdrawn" ? "An editor took it off the site" : "An editor asks for changes"}>
      <p className="whitespace-pre-line">{note}</p>
    </Banner>
  );
}

function Banner({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mb-8 rounded-photo border border-line bg-surface p-5">
      <h2 className="font-semibold">{title}</h2>
      <div className="mt-2 text-muted">{children}</div>
    </section>
  );
}
