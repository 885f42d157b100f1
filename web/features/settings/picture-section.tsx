import type { Me } from "#contract/profiles.ts";
import { AvatarDialog } from "#web/features/media/avatar-dialog.tsx";
import { PictureButton } from "#web/features/media/picture-button.tsx";
import { usePickedPicture } from "#web/features/media/use-picked-picture.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { useAccountEdit } from "./settings.queries.ts";

/** Choose, look at it, upload or not, spec §4 «Avatar flow». */
export function PictureSection({ me }: { me: Me }) {
  const { picked, pick, drop } = usePickedPicture();
  const words = { success: "Profile picture updated successfully", failure: "Failed to update profile picture" };
  const change = useAccountEdit(words);
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
