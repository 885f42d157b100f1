import { Camera } from "lucide-react";
import { useChangeAvatar } from "#web/data/account.ts";
import { usePickedPicture } from "#web/lib/use-picked-picture.ts";
import { PictureButton } from "#web/ui/picture-button.tsx";
import { AvatarDialog } from "./avatar-dialog.tsx";

export function AvatarChange() {
  const { picked, pick, drop } = usePickedPicture();
  const change = useChangeAvatar();
  return (
    <>
      <PictureButton
        kind="avatar"
        label="Change profile picture"
        onPick={pick}
        className="absolute -right-1 -bottom-1 grid size-[44px] place-items-center rounded-full"
      >
        <span
          style={{ width: 36, height: 36 }}
          className="grid place-items-center rounded-full border-2 border-paper bg-ink text-paper"
        >
          <Camera aria-hidden="true" size={16} strokeWidth={1.5} />
        </span>
      </PictureButton>
      <AvatarDialog picked={picked} onClose={drop} onUploaded={({ id }) => change.mutateAsync({ avatarImageId: id })} />
    </>
  );
}
