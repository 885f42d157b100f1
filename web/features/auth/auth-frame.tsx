import type { ReactNode } from "react";
import { Page } from "#web/shell/page.tsx";
import { Cover } from "./cover.tsx";

interface AuthFrameProps {
  /** Of the browser's tab. */
  title: string;
  kicker?: string;
  heading: ReactNode;
  lead?: ReactNode;
  /** Whether the bottom navigation stands here. */
  hasNav?: boolean;
  children: ReactNode;
}

/** The page of every account form: the cover on the left from 1100 px, the form on its own column of paper. */
export function AuthFrame({ title, kicker, heading, lead, hasNav = false, children }: AuthFrameProps) {
  return (
    <Page title={title} width="bleed" hasNav={hasNav}>
      <div className="lg:grid lg:grid-cols-[minmax(0,1.25fr)_minmax(28rem,1fr)]">
        <div className="hidden lg:block">
          <Cover />
        </div>
        <div className="mx-auto flex w-full max-w-md flex-col justify-center px-4 pt-6 pb-16 md:min-h-[calc(100dvh-4rem)] md:px-6 md:pt-10">
          {kicker !== undefined && <p className="small-caps mb-3 text-muted">{kicker}</p>}
          <h1 className="font-display text-headline">{heading}</h1>
          {lead !== undefined && <p className="mt-3 text-muted">{lead}</p>}
          <div className="mt-8">{children}</div>
        </div>
      </div>
    </Page>
  );
}
