import type { Me } from "#contract/profiles.ts";
import { useEditAccount } from "#web/data/account.ts";
import { usePickedPicture } from "#web/lib/use-picked-picture.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { PictureButton } from "#web/ui/picture-button.tsx";
import { AvatarDialog } from "./avatar-dialog.tsx";

/** Choose, look at it, upload or not, docs/product.md#avatar. */
export function AvatarSection({ me }: { me: Me }) {
  const { picked, pick, drop } = usePickedPicture();
  const message = { success: "Profile picture updated successfully", failure: "Failed to update profile picture" };
  const change = useEditAccount(message);
  return (
    <div className="flex flex-wrap items-center gap-6">
      <Avatar username={me.username} avatarUrl={me.avatarUrl} size={96} />
      <div>
        <div className="flex flex-wrap gap-3">
          <PictureButton kind="avatar" label="Change picture" onPick={pick} className={buttonClass("outline", "small")}>
            Change picture
          </PictureButton>
          {me.avatarUrl !== null && (
            <Button
              look="quiet"
              size="small"
              isBusy={change.isPending}
              onClick={() => change.mutate({ avatarImageId: null })}
            >
              Remove
            </Button>
          )}
        </div>
        <p className="mt-2 text-fine text-muted">JPG, PNG or WEBP, up to 5MB.</p>
      </div>
      <AvatarDialog picked={picked} onClose={drop} onUploaded={({ id }) => change.mutateAsync({ avatarImageId: id })} />
    </div>
  );
}
