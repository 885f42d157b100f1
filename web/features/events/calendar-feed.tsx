import { useQuery } from "@tanstack/react-query";
import { CalendarDays, Copy, RefreshCw } from "lucide-react";
import { useState } from "react";
import { eventQueries, useRotateFeed } from "#web/data/events.ts";
import { errorMessage } from "#web/text/errors.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/lib/toast.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** The private address of the member's own calendar. */
export function CalendarFeed() {
  const feed = useQuery(eventQueries.feed());
  return (
    <section aria-labelledby="own-feed" className="mt-7 border-t border-line pt-6">
      <h3 id="own-feed" className="font-semibold">
        All your events
      </h3>
      <p className="mt-1 text-muted">
        Subscribe once: everything you are going to or organise appears in your calendar, and changes by itself. The
        address is private: anyone who has it can read your calendar.
      </p>
      {feed.data && <FeedAddress url={feed.data.url} />}
      {feed.isPending && <Skeleton className="mt-3 h-12" />}
      {feed.isError && !feed.data && (
        <InlineError
          message={errorMessage(feed.error, "Couldn't load the address.")}
          onRetry={() => void feed.refetch()}
          isRetrying={feed.isFetching}
        />
      )}
    </section>
  );
}

async function copyAddress(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast.success("Link copied to clipboard!");
  } catch {
    toast.error("The address couldn't be copied. Select it and copy it yourself.");
  }
}

function FeedAddress({ url }: { url: string }) {
  const rotate = useRotateFeed();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Input
        readOnly
        aria-label="Address of your calendar"
        value={url}
        onFocus={(focus) => focus.target.select()}
        className="mt-3 font-mono text-fine!"
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <a href={url.replace(/^https?:/, "webcal:")} className={buttonClass("ink")}>
          <CalendarDays aria-hidden="true" size={18} strokeWidth={1.5} />
          Subscribe
        </a>
        <Button look="outline" onClick={() => void copyAddress(url)}>
          <Copy aria-hidden="true" size={18} strokeWidth={1.5} />
          Copy
        </Button>
        <Button look="quiet" onClick={() => setAsking(true)}>
          <RefreshCw aria-hidden="true" size={18} strokeWidth={1.5} />
          New address
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => rotate.mutate(undefined, { onSettled: () => setAsking(false) })}
        isBusy={rotate.isPending}
        title="Change the address?"
        confirmLabel="Change it"
      >
        Calendars that use the old one stop receiving your events.
      </ConfirmDialog>
    </>
  );
}
