import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { wordsFor } from "#web/text/errors.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { BoardCard, shelfClass } from "./board-card.tsx";
import { BoardNameDialog } from "./board-name-dialog.tsx";
import { boardQueries, useAddBoard } from "./boards.queries.ts";

const blank = { name: "", isHidden: false };

/** One's own boards, and the way to a new one. */
export function BoardShelf() {
  const query = useQuery(boardQueries.own());
  const add = useAddBoard();
  const [draft, setDraft] = useState<typeof blank | null>(null);
  return (
    <section aria-labelledby="boards" className="pt-6">
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 id="boards" className="font-display text-title">
          Boards
        </h2>
        <Button look="outline" size="small" onClick={() => setDraft(blank)}>
          <Plus aria-hidden="true" size={16} strokeWidth={1.75} />
          New board
        </Button>
      </div>
      {query.isPending && (
        <div aria-busy="true" className={shelfClass}>
          {[1, 2, 3].map((place) => (
            <Skeleton key={place} className="aspect-4/3 rounded-photo" />
          ))}
        </div>
      )}
      {query.isError && !query.data && (
        <p role="alert" className="flex items-center gap-4 text-fine">
          {wordsFor(query.error)}
          <Button look="outline" size="small" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </p>
      )}
      {query.data?.items.length === 0 && (
        <p className="text-fine text-muted">Gather saves that belong together: a trip, a season, a wish.</p>
      )}
      {query.data && query.data.items.length > 0 && (
        <ul aria-label="Boards" className={shelfClass}>
          {query.data.items.map((board) => (
            <li key={board.id}>
              <BoardCard board={board} />
            </li>
          ))}
        </ul>
      )}
      <BoardNameDialog
        verb="Create"
        title="New board"
        board={draft}
        isBusy={add.isPending}
        onClose={() => setDraft(null)}
        onSave={(board) => add.mutate(board, { onSuccess: () => setDraft(null) })}
      />
    </section>
  );
}

/** The boards that a member shows; nothing where there are none. */
export function MemberBoards({ username }: { username: string }) {
  const { data } = useQuery(boardQueries.ofMember(username));
  if (!data || data.items.length === 0) return null;
  return (
    <ul aria-label="Boards" className={`${shelfClass} mt-8`}>
      {data.items.map((board) => (
        <li key={board.id}>
          <BoardCard board={board} />
        </li>
      ))}
    </ul>
  );
}
