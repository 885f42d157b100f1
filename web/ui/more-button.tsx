import clsx from "clsx";
import type { ComponentProps } from "react";
import { Button } from "./button.tsx";

/** The next-page state of an infinite query. */
export interface NextPage {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

interface MoreButtonProps extends Pick<ComponentProps<typeof Button>, "look" | "className" | "children"> {
  query: NextPage;
}

/** The 'Show more' button of a list that has more pages. An error is shown next to the button, which retries. */
export function MoreButton({ query, look = "outline", className, children = "Show more" }: MoreButtonProps) {
  if (!query.hasNextPage) return null;
  return (
    <div className={clsx("flex w-fit flex-wrap items-center gap-x-4 gap-y-2", className)}>
      {query.isFetchNextPageError && (
        <p role="alert" className="text-fine text-muted">
          Couldn't load more.
        </p>
      )}
      <Button look={look} size="small" isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {children}
      </Button>
    </div>
  );
}
