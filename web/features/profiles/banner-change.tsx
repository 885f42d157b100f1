import { ImagePlus, Move } from "lucide-react";
import { useState } from "react";
import type { BannerAdjustments } from "#contract/profiles.ts";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { usePickedPicture } from "#web/lib/use-picked-picture.ts";
import { PictureButton } from "#web/ui/picture-button.tsx";
import { LazyDialog } from "#web/ui/lazy-dialog.tsx";

const BannerDialog = lazyPart(() => import("./banner-dialog.tsx"), "BannerDialog");

interface BannerChangeProps {
  bannerUrl: string | null;
  adjustments: BannerAdjustments | null;
}

const buttonLook =
  "inline-flex min-h-11 items-center gap-2 rounded-full bg-paper/90 px-4 text-fine font-medium text-ink backdrop-blur-sm transition-colors hover:bg-paper";

/** On one's own banner: another picture, or a new position for the current one. */
export function BannerChange({ bannerUrl, adjustments }: BannerChangeProps) {
  const { picked, pick, drop } = usePickedPicture();
  const [isAdjusting, setIsAdjusting] = useState(false);
  const close = () => {
    drop();
    setIsAdjusting(false);
  };
  return (
    <div className="flex gap-2">
      {bannerUrl !== null && (
        <button type="button" className={buttonLook} onClick={() => setIsAdjusting(true)}>
          <Move aria-hidden="true" size={16} strokeWidth={1.5} />
          <span className="max-sm:sr-only">Adjust</span>
        </button>
      )}
      <PictureButton kind="banner" label="Change banner" className={buttonLook} onPick={pick}>
        <ImagePlus aria-hidden="true" size={16} strokeWidth={1.5} />
        <span className="max-sm:sr-only">Change banner</span>
      </PictureButton>
      {(picked !== null || isAdjusting) && (
        <LazyDialog onFailure={close}>
          <BannerDialog
            picked={picked}
            present={bannerUrl === null ? null : { url: bannerUrl, adjustments }}
            onClose={close}
          />
        </LazyDialog>
      )}
    </div>
  );
}
