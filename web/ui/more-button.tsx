import type { ComponentProps } from "react";
import { Button } from "./button.tsx";

/** What an infinite query tells of the page that comes next. */
export interface NextPage {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
}

interface MoreButtonProps extends Pick<ComponentProps<typeof Button>, "look" | "className" | "children"> {
  query: NextPage;
}

/** Under a list that goes on; nothing where it does not. */
export function MoreButton({ query, look = "outline", className, children = "Show more" }: MoreButtonProps) {
  if (!query.hasNextPage) return null;
  return (
    <Button
      look={look}
      size="small"
      className={className}
      isBusy={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {children}
    </Button>
  );
}
