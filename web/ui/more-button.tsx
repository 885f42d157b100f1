import clsx from "clsx";
import type { ComponentProps } from "react";
import { Button } from "./button.tsx";

/** What an infinite query tells of the page that comes next. */
export interface NextPage {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

interface MoreButtonProps extends Pick<ComponentProps<typeof Button>, "look" | "className" | "children"> {
  query: NextPage;
}

/** Under a list that goes on; nothing where it does not. A page that fails is said beside the button, which asks again. */
export function MoreButton({ query, look = "outline", className, children = "Show more" }: MoreButtonProps) {
  if (!query.hasNextPage) return null;
  return (
    <div className={clsx("flex w-fit flex-wrap items-center gap-x-4 gap-y-2", className)}>
      {query.isFetchNextPageError && (
        <p role="alert" className="text-fine text-muted">
          The rest did not load.
        </p>
      )}
      <Button look={look} size="small" isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {children}
      </Button>
    </div>
  );
}
