import clsx from "clsx";
import type { ReactNode } from "react";
import { useHydratedPart, useHydrationEnd } from "#web/lib/hydration/hydration.ts";
import { siteName } from "#web/lib/site-name.ts";
import { useTitle } from "#web/lib/use-title.ts";

interface PageProps {
  /** Of the browser's tab: 'Explore'. */
  title: string;
  /** A server-rendered document's own title stays: the server knows more, such as the tagline. */
  isTitleServed?: boolean;
  children: ReactNode;
  /** `wide` up to 1440, `reading` for forms and texts, `bleed` leaves the width to the screen. */
  width?: "wide" | "reading" | "bleed";
  /** Adds room for the navigation. */
  hasNav?: boolean;
  className?: string;
}

const widths = { wide: "page-width", reading: "page-width max-w-2xl!", bleed: "" };

/** A screen's landmark and title. The skip link and every navigation lead to it. */
export function Page({ title, isTitleServed = false, children, width = "wide", hasNav = true, className }: PageProps) {
  const { ref, attributes } = useHydratedPart<HTMLElement>();
  useHydrationEnd(ref);
  useTitle(`${title} · ${siteName()}`, isTitleServed && attributes["data-hydrating"] !== undefined);
  return (
    <main
      ref={ref}
      id="main"
      tabIndex={-1}
      className={clsx("outline-none", widths[width], hasNav && "above-nav", className)}
      {...attributes}
    >
      {children}
    </main>
  );
}

interface PageHeadingProps {
  children: ReactNode;
  /** A line of small capitals above. */
  kicker?: ReactNode;
  /** Buttons on the right. */
  actions?: ReactNode;
}

export function PageHeading({ children, kicker, actions }: PageHeadingProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3 pt-6 pb-6 md:pt-10">
      <div className="max-w-full min-w-0">
        {kicker !== undefined && <p className="small-caps mb-2 text-muted">{kicker}</p>}
        <h1 className="font-display text-headline">{children}</h1>
      </div>
      {actions}
    </header>
  );
}
