import type { ReactNode } from "react";
import { Page } from "#web/shell/page.tsx";
import { Cover, CoverStrip } from "./cover.tsx";

interface AuthFrameProps {
  /** The document's title. */
  title: string;
  kicker?: string;
  heading: ReactNode;
  lead?: ReactNode;
  /** Whether the bottom navigation is shown. */
  hasNav?: boolean;
  /** The first page of a sign-in flow shows pictures on phones, too; later ones do not. */
  isOpening?: boolean;
  children: ReactNode;
}

/** The page of every account form: the cover on the left from 1100 px, the form in its own column. */
export function AuthFrame({
  title,
  kicker,
  heading,
  lead,
  hasNav = false,
  isOpening = false,
  children,
}: AuthFrameProps) {
  return (
    <Page title={title} width="bleed" hasNav={hasNav}>
      <div className="pt-4 md:pt-8 lg:grid lg:pt-0 lg:grid-cols-[minmax(0,1.25fr)_minmax(28rem,1fr)]">
        <div className="hidden lg:block">
          <Cover />
        </div>
        {isOpening && <CoverStrip />}
        <div className="mx-auto flex w-full max-w-md flex-col justify-center px-4 pb-16 md:px-6 lg:min-h-[calc(100dvh-4rem)] lg:pt-10">
          {kicker !== undefined && <p className="small-caps mb-3 text-muted">{kicker}</p>}
          <h1 className="font-display text-headline">{heading}</h1>
          {lead !== undefined && <p className="mt-3 text-muted">{lead}</p>}
          <div className="mt-8">{children}</div>
        </div>
      </div>
    </Page>
  );
}
