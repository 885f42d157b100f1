import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { fullNameOf } from "#contract/member-names.ts";
import type { StylistSuggestion } from "#contract/stylists.ts";
import { useFollowSuggestion } from "#web/data/follow-suggestion.ts";
import { stylistQueries } from "#web/data/stylists.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { MemberName } from "#web/ui/member-name.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { Step, StepError, StepSkeleton } from "./onboarding-step.tsx";

const stylistsWanted = 3;

interface FollowStylistsProps {
  userId: string;
  styleIds: readonly string[];
  onDone: () => void;
}

/** Who is followed here, as tapped, until the server has answered all taps of a member. */
function useFollowedStylists() {
  const [followed, setFollowed] = useState<readonly string[]>([]);
  const follow = useFollowSuggestion();
  /** By member: what the server last confirmed, and how many taps it has not answered yet. */
  const answers = useRef(new Map<string, { isFollowed: boolean; awaited: number }>());
  const toggle = async (memberId: string) => {
    const isFollowed = followed.includes(memberId);
    const set = (isOn: boolean) =>
      setFollowed((ids) =>
        isOn ? [...ids.filter((id) => id !== memberId), memberId] : ids.filter((id) => id !== memberId),
      );
    const answer = answers.current.get(memberId) ?? { isFollowed: false, awaited: 0 };
    answers.current.set(memberId, answer);
    answer.awaited++;
    set(!isFollowed);
    // Unlike a callback of `mutate`, also where another member has been pressed since.
    const isDone = await follow.mutateAsync({ memberId, isFollowed }).then(
      () => true,
      () => false,
    );
    if (isDone) answer.isFollowed = !isFollowed;
    answer.awaited--;
    if (answer.awaited === 0) set(answer.isFollowed);
  };
  return { followed, isBusy: follow.isPending, toggle };
}

/** The second step: follow three of the suggested stylists. */
export function FollowStylists({ userId, styleIds, onDone }: FollowStylistsProps) {
  const suggestions = useQuery(stylistQueries.suggested(styleIds, userId));
  const { data, isPending } = suggestions;
  const { followed, isBusy, toggle } = useFollowedStylists();
  // A new installation may not have three members to follow yet.
  const wanted = Math.min(stylistsWanted, data?.items.length ?? stylistsWanted);
  const missing = Math.max(0, wanted - followed.length);
  return (
    <Step
      step={2}
      title="Follow three stylists"
      heading={
        <>
          Follow three <span className="italic">stylists</span>
        </>
      }
      lead="Their next looks will be in your Following feed."
      footer={
        <>
          <Button look="quiet" onClick={onDone}>
            Skip
          </Button>
          <Button look="primary" disabled={missing > 0} isBusy={isBusy} onClick={onDone}>
            {missing > 0 ? `Follow ${missing} more` : "Finish"}
          </Button>
        </>
      }
    >
      <StepError title="Failed to load stylists" query={suggestions} />
      {data?.items.length === 0 && (
        <p className="text-lead text-muted">Nobody has posted yet. You could be the first.</p>
      )}
      <ul
        aria-label="Stylists"
        aria-busy={isPending}
        className="step-choices grid grid-cols-1 gap-x-6 gap-y-8 md:grid-cols-2 lg:grid-cols-3"
      >
        {isPending && <StepSkeleton count={6} className="h-56" />}
        {data?.items.map((suggestion) => (
          <li key={suggestion.stylist.id}>
            <StylistCard
              {...suggestion}
              isFollowed={followed.includes(suggestion.stylist.id)}
              onToggle={() => void toggle(suggestion.stylist.id)}
            />
          </li>
        ))}
      </ul>
    </Step>
  );
}

function StylistCard({
  stylist,
  looks,
  isFollowed,
  onToggle,
}: StylistSuggestion & { isFollowed: boolean; onToggle: () => void }) {
  return (
    <article>
      {/* One look or three: the row is always full and always as tall as its neighbours. */}
      <div className="flex aspect-9/4 gap-1.5 overflow-hidden rounded-photo">
        {looks.map((look) => (
          <div key={look.id} className="min-w-0 flex-1 overflow-hidden">
            <Picture
              picture={look.picture}
              alt={look.altText}
              sizes={`(width < 48rem) ${Math.round(95 / looks.length)}vw, ${Math.round(450 / looks.length)}px`}
              className="size-full! object-cover object-[50%_22%]"
            />
          </div>
        ))}
      </div>
      <div className="stylist-row mt-3 flex flex-wrap items-center gap-3">
        <Avatar username={stylist.username} avatarUrl={stylist.avatarUrl} size={40} />
        <h2 className="min-w-0 grow truncate font-medium">
          <MemberName member={stylist} hasHandle />
        </h2>
        <Button look={isFollowed ? "outline" : "ink"} size="small" onClick={onToggle}>
          {isFollowed ? "Following" : "Follow"}
          <span className="sr-only">{fullNameOf(stylist)}</span>
        </Button>
      </div>
    </article>
  );
}
