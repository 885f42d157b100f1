import { type FormEvent, useId, useState } from "react";
import { isBlankText } from "#contract/blank-text.ts";
import { limits } from "#contract/limits.ts";
import { boardNameError } from "#web/data/boards.ts";
import { changesOf } from "#web/lib/changes-of.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Switch } from "#web/ui/switch.tsx";

interface BoardFields {
  name: string;
  isHidden: boolean;
}

interface BoardNameDialogProps {
  /** The button's verb: 'Create'. */
  verb: string;
  title: string;
  /** Null while closed. */
  board: BoardFields | null;
  isBusy: boolean;
  /** Why the last try failed. */
  error: Error | null;
  onClose: () => void;
  onSave: (changes: Partial<BoardFields>) => void;
}

/** Names a board, and says whether others see it. */
export function BoardNameDialog({ title, board, onClose, ...form }: BoardNameDialogProps) {
  return (
    <Dialog isOpen={board !== null} onClose={onClose} title={title} size="small">
      {board && <BoardForm board={board} {...form} />}
    </Dialog>
  );
}

interface BoardFormProps extends Pick<BoardNameDialogProps, "verb" | "isBusy" | "error" | "onSave"> {
  board: BoardFields;
}

function BoardForm({ verb, board, isBusy, error, onSave }: BoardFormProps) {
  // As it was when the dialog opened: another tab may change it meanwhile.
  const [opened] = useState(board);
  const [name, setName] = useState(board.name);
  const [isHidden, setHidden] = useState(board.isHidden);
  const switchId = useId();
  const changes = changesOf(opened, { name, isHidden });
  const canSave = !isBlankText(name) && Object.keys(changes).length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSave) onSave(changes);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-5 py-1">
      <Field label="Name" error={boardNameError(error)}>
        {(control) => (
          <Input
            {...control}
            data-first-focus
            value={name}
            placeholder="Rainy days"
            maxLength={limits.boardNameCharsMax}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <label htmlFor={switchId} className="flex min-h-11 items-center justify-between gap-6">
        <span>
          <span className="block font-semibold">Visible to others</span>
          <span className="block text-fine text-muted">Only while your closet is public.</span>
        </span>
        <Switch id={switchId} isOn={!isHidden} onToggle={(isOn) => setHidden(!isOn)} />
      </label>
      <Button type="submit" look="ink" disabled={!canSave} isBusy={isBusy} className="self-end">
        {verb}
      </Button>
    </form>
  );
}
