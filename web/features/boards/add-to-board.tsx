import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { isBlankText } from "#contract/blank-text.ts";
import { limits } from "#contract/limits.ts";
import type { ClosetSave } from "#contract/reactions.ts";
import { boardNameError, boardQueries, useAddBoard, useSetOnBoard } from "#web/data/boards.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** Puts a save on boards; a new board can be created here. */
export function AddToBoardDialog({ save, onClose }: { save: ClosetSave | null; onClose: () => void }) {
  return (
    <Dialog isOpen={save !== null} onClose={onClose} title="Add to board" size="small">
      {save && <Ticks saveId={save.id} />}
    </Dialog>
  );
}

function Ticks({ saveId }: { saveId: string }) {
  const boards = useQuery(boardQueries.own());
  const holding = useQuery(boardQueries.holding(saveId));
  const set = useSetOnBoard(saveId);
  if ((boards.isError && !boards.data) || (holding.isError && !holding.data)) {
    return (
      <ErrorState
        title="Couldn't load your boards"
        onRetry={() => void Promise.all([boards.refetch(), holding.refetch()])}
        isRetrying={boards.isFetching || holding.isFetching}
      />
    );
  }
  if (!boards.data || !holding.data) return <Waiting />;
  return (
    <div className="py-1">
      <ul aria-label="Your boards">
        {boards.data.items.map((board) => (
          <li key={board.id}>
            <label className="flex min-h-12 cursor-pointer items-center gap-3">
              <input
                type="checkbox"
                checked={holding.data.boardIds.includes(board.id)}
                onChange={(event) => set.mutate({ boardId: board.id, isOn: event.target.checked })}
                className="size-5 accent-ink"
              />
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {board.name}
              </span>
              {board.isHidden && <span className="small-caps text-muted">Hidden</span>}
            </label>
          </li>
        ))}
      </ul>
      <NewBoard onMade={(boardId) => set.mutate({ boardId, isOn: true })} />
    </div>
  );
}

function Waiting() {
  return (
    <ul aria-label="Loading your boards" aria-busy="true" className="py-1">
      {[40, 60, 50].map((width) => (
        <li key={width} className="flex min-h-12 items-center gap-3">
          <Skeleton className="size-5 rounded-sm!" />
          <Skeleton className="h-4" style={{ width: `${width}%` }} />
        </li>
      ))}
    </ul>
  );
}

function NewBoard({ onMade }: { onMade: (boardId: string) => void }) {
  const [name, setName] = useState("");
  const add = useAddBoard();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBlankText(name) || add.isPending) return;
    add.mutate(
      { name, isHidden: false },
      {
        onSuccess: ({ id }) => {
          setName("");
          onMade(id);
        },
      },
    );
  };
  return (
    <form onSubmit={submit} className="mt-3 border-t border-line pt-4">
      <Field label="New board" error={boardNameError(add.error)}>
        {(control) => (
          <div className="flex items-center gap-2">
            <Input
              {...control}
              placeholder="Rainy days"
              value={name}
              maxLength={limits.boardNameCharsMax}
              onChange={(event) => setName(event.target.value)}
            />
            <Button type="submit" look="outline" disabled={isBlankText(name)} isBusy={add.isPending}>
              Create
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
