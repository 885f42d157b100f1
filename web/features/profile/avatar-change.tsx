import { Camera } from "lucide-react";
import { AvatarDialog } from "#web/features/media/avatar-dialog.tsx";
import { PictureButton } from "#web/features/media/picture-button.tsx";
import { usePickedPicture } from "#web/features/media/use-picked-picture.ts";
import { useChangeAvatar } from "./profile.queries.ts";

export function AvatarChange() {
  const { picked, pick, drop } = usePickedPicture();
  const change = useChangeAvatar();
  return (
    <>
      <PictureButton
        kind="avatar"
        label="Change profile picture"
        onPick={pick}
        className="absolute -right-1 -bottom-1 grid size-11 place-items-center rounded-full"
      >
        <span className="grid size-9 place-items-center rounded-full border-2 border-paper bg-ink text-paper">
          <Camera aria-hidden="true" size={16} strokeWidth={1.5} />
        </span>
      </PictureButton>
      <AvatarDialog picked={picked} onClose={drop} onUploaded={({ id }) => change.mutateAsync({ avatarImageId: id })} />
    </>
  );
}
