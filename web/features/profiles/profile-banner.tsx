import type { BannerAdjustments } from "#contract/profiles.ts";
import { bannerStyle, untouchedBanner } from "./banner-frame.ts";

interface ProfileBannerProps {
  username: string;
  bannerUrl: string | null;
  adjustments: BannerAdjustments | null;
}

/** All letters of a name together are this many percent of the banner wide, at their largest. */
const nameWidth = 150;

/** Edge to edge. Without a picture the name itself is the picture, as large as all of it fits; on
 * narrow screens the avatar and the buttons would cover it. */
export function ProfileBanner({ username, bannerUrl, adjustments }: ProfileBannerProps) {
  return (
    <div className="relative h-28 overflow-hidden bg-ink/6 sm:h-36 md:h-44 lg:h-52">
      {bannerUrl === null ? (
        <span
          aria-hidden="true"
          data-name={username}
          style={{ fontSize: `min(7rem, ${Math.floor(nameWidth / Math.max(username.length, 4))}vw)` }}
          className="font-display absolute inset-0 hidden place-items-center leading-none lg:grid whitespace-nowrap text-ink opacity-10 italic before:content-[attr(data-name)]"
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
