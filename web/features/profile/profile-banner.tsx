import type { BannerAdjustments } from "#contract/profiles.ts";
import { bannerStyle, untouchedBanner } from "./banner-frame.ts";

interface ProfileBannerProps {
  username: string;
  bannerUrl: string | null;
  adjustments: BannerAdjustments | null;
}

/** Edge to edge. Without a picture the name itself is the picture, set so large that the page cuts it. */
export function ProfileBanner({ username, bannerUrl, adjustments }: ProfileBannerProps) {
  return (
    <div className="relative h-40 overflow-hidden bg-ink/6 sm:h-52 md:h-64 lg:h-80">
      {bannerUrl === null ? (
        <span
          aria-hidden="true"
          data-name={username}
          className="font-display absolute -bottom-[0.24em] left-1/2 -translate-x-1/2 text-[clamp(9rem,24vw,22rem)] leading-none whitespace-nowrap text-ink/7 italic before:content-[attr(data-name)]"
        />
      ) : (
        <img
          src={bannerUrl}
          alt=""
          fetchPriority="high"
          draggable={false}
          className="size-full"
          style={bannerStyle(adjustments ?? untouchedBanner)}
        />
      )}
    </div>
  );
}
