import { useQuery } from "@tanstack/react-query";
import { closetQueries } from "#web/data/closet.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { AddToBoardDialog } from "./add-to-board.tsx";

/** The boards for an outfit that was just saved, or that was saved before. */
export function ChooseBoard({ outfitId, onClose }: { outfitId: string; onClose: () => void }) {
  const { data, isError, isFetching, refetch } = useQuery(closetQueries.saveOf(outfitId));
  if (data) return <AddToBoardDialog save={data} onClose={onClose} />;
  return (
    <Dialog isOpen onClose={onClose} title="Add to board" size="small">
      {isError && data === undefined && (
        <ErrorState title="Couldn't load your boards" onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {data === null && <ErrorState title="This outfit isn't in your closet any more" />}
      {data === undefined && !isError && <Spinner label="Loading your boards" />}
    </Dialog>
  );
}
