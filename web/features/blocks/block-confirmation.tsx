import { useRouter } from "@tanstack/react-router";
import { type Target, useSetBlock } from "#web/data/blocks.ts";
import { nextFrame } from "#web/lib/next-task.ts";
import { Button } from "#web/ui/button.tsx";

interface BlockConfirmationProps {
  member: Target;
  onClose: () => void;
  /** Leaves the screen, if it is about the member. */
  onBlocked: (() => void) | undefined;
}

/** Says what a block means, and asks. */
export function BlockConfirmation({ member, onClose, onBlocked }: BlockConfirmationProps) {
  const router = useRouter();
  const block = useSetBlock("blocks", async () => {
    onClose();
    if (!onBlocked) return;
    const isLeft = new Promise<void>((resolve) => {
      const stop = router.subscribe("onRendered", () => {
        stop();
        resolve();
      });
    });
    onBlocked();
    await isLeft;
    // The screen's queries are its own until its effects are cleaned up.
    await nextFrame();
  });
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
        <Button look="danger" isBusy={block.isPending} onClick={() => block.mutate({ member, isOn: true })}>
          Block
        </Button>
      </div>
    </>
  );
}
