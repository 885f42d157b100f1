import { useCanGoBack, useRouter } from "@tanstack/react-router";
import { type CSSProperties, type ReactNode, useState } from "react";
import { useIsPassed } from "#web/lib/use-is-passed.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { PageIcon } from "#web/ui/page-icons.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { OutfitStorySkeleton } from "./outfit-story.tsx";

interface OutfitPageFrameProps {
  photo: ReactNode;
  /** width / height of the photo. */
  ratio: number;
  /** Buttons at the top right. */
  actions?: ReactNode;
  /** On phones, next to Back in the bar that replaces the buttons on the photograph once it is scrolled away. */
  barActions?: ReactNode;
  children: ReactNode;
}

/** Phone: the photo, then the sheet. From 768 px: the photo stays while the story passes on the right. */
export function OutfitPageFrame({ photo, ratio, actions, barActions, children }: OutfitPageFrameProps) {
  const [controls, setControls] = useState<HTMLElement | null>(null);
  const isBarShown = useIsPassed(controls);
  return (
    <div
      style={{ "--ratio": ratio } as CSSProperties}
      className="md:page-width md:grid md:grid-cols-[auto_minmax(0,34rem)] md:justify-between md:gap-10 lg:gap-20"
    >
      <div className="relative md:sticky md:top-5 md:w-[min(46vw,calc((100dvh-2.5rem)*var(--ratio)))] md:self-start">
        {photo}
        {/* Between its buttons the photo, with the marks of its items, can be pressed. */}
        <div
          ref={setControls}
          className="pointer-events-none absolute inset-x-3 top-3 flex items-center justify-between *:pointer-events-auto"
        >
          <BackButton className={onPhotoClass} />
          <div className="flex gap-2">{actions}</div>
        </div>
      </div>
      {isBarShown && barActions !== undefined && (
        <div className="fixed inset-x-0 top-0 z-20 flex h-14 animate-[appear_0.2s_var(--ease-out)] items-center justify-between border-b border-line bg-paper/90 px-2 backdrop-blur-lg md:hidden">
          <BackButton />
          <div className="flex items-center gap-1">{barActions}</div>
        </div>
      )}
      <div className="relative -mt-6 rounded-t-3xl bg-paper px-4 pt-7 pb-16 [view-transition-name:outfit-sheet] md:mt-0 md:rounded-none md:px-0 md:pt-10">
        {children}
      </div>
    </div>
  );
}

/** The background of buttons on photographs. */
export const onPhotoClass = "bg-paper/85! backdrop-blur-md";

/** Of what says on the photograph that a part of the page did not load. */
export const failureOnPhotoClass = `${onPhotoClass} rounded-full pl-4`;

export function BackButton({ className }: { className?: string }) {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return (
    <IconButton
      label="Back"
      {...(className === undefined ? {} : { className })}
      onClick={() => (canGoBack ? router.history.back() : void router.navigate({ to: "/explore" }))}
    >
      <PageIcon name="arrowLeft" strokeWidth={1.75} />
    </IconButton>
  );
}

export function OutfitPageSkeleton() {
  return (
    <OutfitPageFrame ratio={0.75} photo={<Skeleton className="aspect-3/4 w-full rounded-none! md:rounded-photo!" />}>
      <Skeleton className="h-3 w-24" />
      <Skeleton className="mt-5 h-10 w-4/5" />
      <div className="mt-7 flex items-center gap-3">
        <Skeleton className="size-11 rounded-full!" />
        <Skeleton className="h-3 w-28" />
      </div>
      <div className="mt-6 flex gap-2 border-y border-line py-3">
        <Skeleton className="h-11 w-20 rounded-full!" />
        <Skeleton className="size-11 rounded-full!" />
        <Skeleton className="size-11 rounded-full!" />
      </div>
      <OutfitStorySkeleton />
    </OutfitPageFrame>
  );
}
