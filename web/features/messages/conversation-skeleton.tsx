import clsx from "clsx";
import { RowSkeleton } from "#web/ui/row-skeleton.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { BackToThreads } from "./back-to-threads.tsx";

/** Widths of bubbles, from the left and from the right. */
const bubbles = [
  { width: "55%", isMine: false },
  { width: "70%", isMine: true },
  { width: "35%", isMine: true },
  { width: "60%", isMine: false },
];

/** The skeleton of a conversation: name, bubbles, composer. */
export function ConversationSkeleton() {
  return (
    <section aria-label="Loading this conversation" aria-busy="true" className="flex min-h-0 flex-1 flex-col">
      <div className="page-width flex items-center gap-2 border-b border-line py-2">
        <BackToThreads />
        <RowSkeleton size={36} className="min-h-11 flex-1" />
      </div>
      <div className="page-width flex flex-1 flex-col justify-end gap-3 py-6">
        {bubbles.map(({ width, isMine }) => (
          <Skeleton
            key={width}
            className={clsx("h-10 max-w-96 rounded-[18px]!", isMine && "self-end")}
            style={{ width }}
          />
        ))}
      </div>
      <div className="page-width border-t border-line py-3">
        <Skeleton className="h-11" />
      </div>
    </section>
  );
}
