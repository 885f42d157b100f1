import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { Check } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { StylistSuggestion } from "#contract/stylists.ts";
import { Page } from "#web/shell/page.tsx";
import { enterPage } from "#web/shell/use-page-focus.ts";
import { wordsFor } from "#web/text/errors.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { styleChoiceQuery, stylistSuggestionsQuery, useFollowChoice } from "./onboarding.queries.ts";

const stylistsWanted = 3;

/** A new member chooses styles and follows three stylists; both can be skipped. */
export function OnboardingSteps({ userId, onDone }: { userId: string; onDone: () => void }) {
  const [styleIds, setStyleIds] = useState<string[]>();
  if (styleIds === undefined) return <ChooseStyles onChosen={setStyleIds} />;
  return <FollowStylists userId={userId} styleIds={styleIds} onDone={onDone} />;
}

interface StepProps {
  title: string;
  step: 1 | 2;
  heading: ReactNode;
  lead: string;
  children: ReactNode;
  footer: ReactNode;
}

function Step({ title, step, heading, lead, children, footer }: StepProps) {
  // The button that led here is gone, and the focus with it.
  useEffect(() => {
    if (step > 1) enterPage();
  }, [step]);
  return (
    <Page title={title}>
      <header className="pt-6 pb-8 md:pt-10">
        <p className="small-caps mb-3 text-muted">Step {step} of 2</p>
        <h1 className="font-display text-headline">{heading}</h1>
        <p className="mt-3 max-w-xl text-muted">{lead}</p>
      </header>
      {children}
      {/* Reaches to the screen's end, behind the navigation, so that nothing shows through below it. */}
      <div className="sticky bottom-0 z-10 mt-8 -mb-[6.5rem] flex flex-wrap items-center justify-between gap-3 bg-linear-to-t from-paper from-75% to-transparent pt-12 pb-24 md:pb-28">
        {footer}
      </div>
    </Page>
  );
}

function ChooseStyles({ onChosen }: { onChosen: (styleIds: string[]) => void }) {
  const styles = useQuery(styleChoiceQuery);
  const { data, isPending } = styles;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <Step
      step={1}
      title="Choose your styles"
      heading="What do you wear?"
      lead="Choose as many as you like. We look for people who dress that way."
      footer={
        <>
          <Button look="quiet" onClick={() => onChosen([])}>
            Skip
          </Button>
          <Button look="primary" disabled={chosen.length === 0} onClick={() => onChosen([...chosen])}>
            {chosen.length === 0 ? "Continue" : `Continue with ${chosen.length}`}
          </Button>
        </>
      }
    >
      <NotLoaded title="Failed to load styles" query={styles} />
      <ul
        aria-label="Styles"
        aria-busy={isPending}
        className="grid grid-cols-2 gap-3 md:grid-cols-3 md:gap-4 lg:grid-cols-4"
      >
        {isPending && <Waiting count={8} className="aspect-square" />}
        {data?.items.map((style) => (
          <li key={style.id}>
            <StyleChoice {...style} isOn={chosen.includes(style.id)} onToggle={() => toggle(style.id)} />
          </li>
        ))}
      </ul>
    </Step>
  );
}

function Waiting({ count, className }: { count: number; className: string }) {
  return Array.from({ length: count }, (_, index) => (
    <li key={index}>
      <Skeleton className={`rounded-photo! ${className}`} />
    </li>
  ));
}

/** A step can be skipped, but not before one knows why it is empty. */
function NotLoaded({ title, query }: { title: string; query: UseQueryResult }) {
  if (query.data !== undefined || query.error === null) return null;
  return (
    <ErrorState title={title} onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
      {wordsFor(query.error, "Please try again in a moment.")}
    </ErrorState>
  );
}

interface StyleChoiceProps {
  name: string;
  imageUrl: string | null;
  isOn: boolean;
  onToggle: () => void;
}

function StyleChoice({ name, imageUrl, isOn, onToggle }: StyleChoiceProps) {
  return (
    <button type="button" aria-pressed={isOn} onClick={onToggle} className="group block w-full text-left">
      <span
        className={clsx(
          "relative block aspect-square overflow-hidden rounded-photo bg-ink/6 outline-offset-2 transition-[outline-color] duration-150",
          isOn ? "outline-2 outline-ink" : "outline-2 outline-transparent group-hover:outline-ink/25",
        )}
      >
        {imageUrl !== null && (
          <img
            src={imageUrl}
            alt=""
            loading="lazy"
            className={clsx(
              "size-full object-cover object-top transition-transform duration-250 ease-out",
              isOn && "scale-104",
            )}
          />
        )}
        {isOn && (
          <span className="absolute top-3 right-3 grid size-8 place-items-center rounded-full bg-ink text-paper">
            <Check aria-hidden="true" size={18} strokeWidth={2} />
          </span>
        )}
      </span>
      <span className={clsx("mt-2 block", isOn && "font-semibold")}>{name}</span>
    </button>
  );
}

interface FollowStylistsProps {
  userId: string;
  styleIds: readonly string[];
  onDone: () => void;
}

function FollowStylists({ userId, styleIds, onDone }: FollowStylistsProps) {
  const suggestions = useQuery(stylistSuggestionsQuery(styleIds, userId));
  const { data, isPending } = suggestions;
  const [followed, setFollowed] = useState<readonly string[]>([]);
  const follow = useFollowChoice();
  const toggle = (memberId: string) => {
    const isFollowed = followed.includes(memberId);
    const set = (isOn: boolean) =>
      setFollowed((ids) =>
        isOn ? [...ids.filter((id) => id !== memberId), memberId] : ids.filter((id) => id !== memberId),
      );
    set(!isFollowed);
    follow.mutate({ memberId, isFollowed }, { onError: () => set(isFollowed) });
  };
  // A young place may not have three people to follow yet.
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
          <Button look="primary" disabled={missing > 0} onClick={onDone}>
            {missing > 0 ? `${missing} to go` : "Take me in"}
          </Button>
        </>
      }
    >
      <NotLoaded title="Failed to load stylists" query={suggestions} />
      {data?.items.length === 0 && (
        <p className="text-lead text-muted">Nobody has posted yet. You could be the first.</p>
      )}
      <ul aria-label="Stylists" aria-busy={isPending} className="grid gap-x-6 gap-y-8 md:grid-cols-2 lg:grid-cols-3">
        {isPending && <Waiting count={6} className="h-56" />}
        {data?.items.map((suggestion) => (
          <li key={suggestion.stylist.id}>
            <StylistCard
              {...suggestion}
              isFollowed={followed.includes(suggestion.stylist.id)}
              onToggle={() => toggle(suggestion.stylist.id)}
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
              sizes={`(width < 768px) ${Math.round(95 / looks.length)}vw, ${Math.round(450 / looks.length)}px`}
              className="size-full! object-cover object-[50%_22%]"
            />
          </div>
        ))}
      </div>
      <div className="mt-3 flex items-center gap-3">
        <Avatar username={stylist.username} avatarUrl={stylist.avatarUrl} size={40} />
        <h2 className="min-w-0 grow truncate font-medium">@{stylist.username}</h2>
        <Button look={isFollowed ? "outline" : "ink"} size="small" onClick={onToggle}>
          {isFollowed ? "Following" : "Follow"}
          <span className="sr-only">@{stylist.username}</span>
        </Button>
      </div>
    </article>
  );
}
