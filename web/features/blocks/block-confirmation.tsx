import { type Target, useSetBlock } from "#web/data/blocks.ts";
import { Button } from "#web/ui/button.tsx";

interface BlockConfirmationProps {
  member: Target;
  onClose: () => void;
  onBlocked: (() => void) | undefined;
}

/** Says what a block means, and asks. */
export function BlockConfirmation({ member, onClose, onBlocked }: BlockConfirmationProps) {
  const block = useSetBlock("blocks");
  const confirm = () =>
    block.mutate(
      { member, isOn: true },
      {
        onSuccess: () => {
          onClose();
          onBlocked?.();
        },
      },
    );
  return (
    <>
      <p className="text-muted">
        You won't see each other's profile, outfits, comments and messages, and no longer follow each other. You can
        unblock them in Settings.
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button look="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button look="danger" isBusy={block.isPending} onClick={confirm}>
          Block
        </Button>
      </div>
    </>
  );
}
