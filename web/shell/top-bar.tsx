import { Link, useLocation } from "@tanstack/react-router";
import { useSession } from "#web/api/session.ts";
import { useUnreadNotificationsCount } from "#web/data/unread-counts.ts";
import { safeReturnAddress, toReturn } from "#web/lib/return-address.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { CountBadge, toBadge } from "#web/ui/count-badge.tsx";
import { iconButtonClass } from "#web/ui/icon-button.tsx";
import { Icon } from "#web/ui/icons.tsx";
import { isTopBarShown, notificationsPath } from "./nav-rules.ts";
import { useShownPath } from "./use-shown-path.ts";
import { ThemeButton } from "./theme-button.tsx";
import { Wordmark } from "./wordmark.tsx";

/** Sign In for visitors; the way home and the bell for members, docs/product.md#navigation. */
export function TopBar() {
  const path = useShownPath();
  const session = useSession();
  if (!isTopBarShown(path)) return null;
  const isMember = session.status === "signed-in";
  return (
    <header
      data-top-bar=""
      className="sticky top-0 z-20 border-b border-transparent bg-paper/90 backdrop-blur-lg [view-transition-name:top-bar]"
    >
      <div className="page-width flex h-14 items-center justify-between md:h-16">
        {isMember && path === notificationsPath ? <span /> : <HomeButton />}
        {isMember && <BellLink />}
        {!isMember && session.status !== "loading" && (
          <span className="flex items-center gap-2">
            <ThemeButton />
            {!/^\/(auth|change-)/.test(path) && <SignInLink />}
          </span>
        )}
      </div>
    </header>
  );
}

function HomeButton() {
  return (
    <Link to="/" aria-label="Fash, home" className="-ml-2 flex min-h-11 items-center rounded-full px-2">
      {/* With large text, too, the bar is no wider than a phone. */}
      <Wordmark className="text-[min(1.75rem,9vw)]" />
    </Link>
  );
}

function BellLink() {
  const unread = useUnreadNotificationsCount();
  return (
    <Link
      to={notificationsPath}
      aria-label={unread > 0 ? `Notifications, ${toBadge(unread)} unread` : "Notifications"}
      className={`${iconButtonClass} -mr-2`}
    >
      <span className="relative">
        <Icon name="bell" size={22} />
        <CountBadge count={unread} label="unread" />
      </span>
    </Link>
  );
}

function SignInLink() {
  const here = useLocation({ select: (location) => safeReturnAddress(location.href) });
  return (
    <Link to="/auth" search={toReturn(here)} className={buttonClass("ink", "small")}>
      Sign In
    </Link>
  );
}
