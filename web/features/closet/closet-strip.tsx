import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { limits } from "#contract/limits.ts";
import type { ClosetSave } from "#contract/reactions.ts";
import { closetQueries } from "#web/data/closet.ts";
import { useIsSaveShown } from "#web/data/reactions.ts";
import { useRemovedIds } from "#web/lib/removed-ids.ts";
import { errorMessage } from "#web/text/errors.ts";
import { InlineError } from "#web/ui/inline-error.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { OutfitTile, tileGridClass, TileSkeletons } from "#web/ui/outfit-tile.tsx";
import { ClosetPrivacySwitch } from "./closet-privacy-switch.tsx";

/** On the owner's profile: the newest saves that are not hidden, the privacy switch and a link to all. */
export function OwnClosetStrip({ username, isPrivate }: { username: string; isPrivate: boolean }) {
  // A save made a moment ago must be included.
  const closet = useInfiniteQuery({ ...closetQueries.ofMember(username), staleTime: 0 });
  const isShown = useIsSaveShown();
  const saves = closet.data?.pages[0]?.items.filter(isShown);
  return (
    <Frame
      title="My Closet"
      aside={
        <Link
          to="/closet"
          className="inline-flex min-h-11 items-center text-fine font-medium underline underline-offset-4"
        >
          View All
        </Link>
      }
    >
      <div className="-mt-3 mb-4">
        <ClosetPrivacySwitch isPrivate={isPrivate} />
      </div>
      <Saves saves={saves} query={closet} />
    </Frame>
  );
}

interface MemberClosetStripProps {
  username: string;
  /** `public`: the owner's preview. */
  view?: "public" | undefined;
  isPrivate: boolean;
  /** Below the saves of a closet that is visible. */
  boards: ReactNode;
}

/** On another member's profile, or on the owner's public preview. */
export function MemberClosetStrip({ username, view, isPrivate, boards }: MemberClosetStripProps) {
  const closet = useInfiniteQuery({ ...closetQueries.ofMember(username, view), enabled: !isPrivate });
  const removedIds = useRemovedIds();
  const isSaveShown = useIsSaveShown();
  // What visitors get says nothing of what the owner has saved.
  const isShown = ({ outfit: { id } }: ClosetSave) =>
    view === "public" ? isSaveShown({ outfit: { id } }) : !removedIds.has(id);
  const saves = closet.data?.pages.flatMap(({ items }) => items).filter(isShown);
  return (
    <Frame title="Closet">
      {isPrivate ? (
        <HiddenCloset />
      ) : (
        <>
          <Saves saves={saves} query={closet} />
          <MoreButton query={closet} className="mx-auto mt-8" />
          {boards}
        </>
      )}
    </Frame>
  );
}

function Frame({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section aria-labelledby="closet">
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h2 id="closet" className="font-display text-title">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

interface SavesProps {
  saves: ClosetSave[] | undefined;
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
}

function Saves({ saves, query }: SavesProps) {
  if (!saves && query.error) {
    return (
      <InlineError
        message={errorMessage(query.error, "Couldn't load the closet.")}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  if (!saves) return <TileSkeletons label="Loading the closet" count={limits.profileClosetItems} />;
  if (saves.length === 0) return <p className="py-6 text-muted">No saved outfits yet</p>;
  return (
    <ul aria-label="Saved outfits" className={tileGridClass}>
      {saves.map(({ id, outfit }) => (
        <li key={id}>
          <OutfitTile outfit={outfit} />
        </li>
      ))}
    </ul>
  );
}

function HiddenCloset() {
  return (
    <div className="flex flex-col items-center rounded-photo border border-line py-12 text-center">
      <Lock aria-hidden="true" size={28} strokeWidth={1} />
      <p className="mt-4 font-medium">This user's closet is hidden</p>
      <p className="mt-1 text-fine text-muted">Privacy settings enabled</p>
    </div>
  );
}
