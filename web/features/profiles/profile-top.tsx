import { Link, useRouter } from "@tanstack/react-router";
import { ArrowLeft, Settings } from "lucide-react";
import type { ReactNode } from "react";
import { settingsPath } from "#web/lib/paths.ts";
import { iconButtonClass } from "#web/ui/icon-button.tsx";

interface ProfileTopProps {
  username: string;
  isSelf: boolean;
  /** With the way to the settings. */
  isOwner: boolean;
  /** At /me, where the way back of one's own profile leads. */
  isHome: boolean;
  /** Buttons on the right. */
  actions?: ReactNode;
}

/** The profile's own bar, in place of the site's. */
export function ProfileTop({ username, isSelf, isOwner, isHome, actions }: ProfileTopProps) {
  const router = useRouter();
  const back = () => (router.history.canGoBack() ? router.history.back() : void router.navigate({ to: "/" }));
  return (
    <header data-top-bar="" className="sticky top-0 z-20 bg-paper/90 backdrop-blur-lg">
      <div className="page-width flex h-14 items-center gap-1 md:h-16">
        {isSelf && !isHome && (
          <Link to="/me" aria-label="Back to your profile" className={`${iconButtonClass} -ml-3`}>
            <ArrowLeft aria-hidden="true" size={22} strokeWidth={1.5} />
          </Link>
        )}
        {!isSelf && (
          <button type="button" aria-label="Back" className={`${iconButtonClass} -ml-3`} onClick={back}>
            <ArrowLeft aria-hidden="true" size={22} strokeWidth={1.5} />
          </button>
        )}
        <p className="min-w-0 flex-1 truncate font-medium">@{username}</p>
        <div className="-mr-3 flex">
          {actions}
          {isOwner && (
            <Link to={settingsPath} aria-label="Settings" className={iconButtonClass}>
              <Settings aria-hidden="true" size={22} strokeWidth={1.5} />
            </Link>
          )}
        </div>
      </div>
    </header>
  );
}
