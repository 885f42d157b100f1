import { Page } from "#web/shell/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { identityGridClass } from "./profile-identity.tsx";

/** The head of a profile, in its places. */
export function ProfileSkeleton() {
  return (
    <div aria-busy="true">
      <Page title="Profile" width="bleed">
        <div data-top-bar="" className="h-14 md:h-16" />
        <output className="sr-only">Loading profile...</output>
        <div className="h-28 bg-ink/6 sm:h-36 md:h-44 lg:h-52" />
        <div className={`page-width ${identityGridClass}`}>
          <div className="relative -mt-14 size-fit rounded-full border-4 border-paper bg-paper [grid-area:picture] md:-mt-20">
            <Skeleton className="size-28 rounded-full! md:size-40" />
          </div>
          <div className="[grid-area:text] lg:pt-4">
            <Skeleton className="h-10 w-56 md:h-12" />
            <Skeleton className="mt-3 h-4 w-32" />
            <Skeleton className="mt-4 h-5 w-80 max-w-full" />
            <Skeleton className="mt-7 h-16 w-full max-w-md" />
          </div>
          <Skeleton className="mt-3 h-11 w-32 justify-self-end rounded-full! [grid-area:actions] lg:mt-6" />
        </div>
      </Page>
    </div>
  );
}
