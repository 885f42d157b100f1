import { useEffect } from "react";
import { limits } from "#contract/limits.ts";
import { settledSession } from "#web/api/session.ts";
import { Page } from "#web/shell/page.tsx";
import { Wordmark } from "#web/shell/wordmark.tsx";

interface SplashScreenProps {
  /** After two seconds, and once the session is known. */
  onDone: (isMember: boolean) => void;
}

export function SplashScreen({ onDone }: SplashScreenProps) {
  useEffect(() => {
    let isNotFound = false;
    const timer = setTimeout(() => {
      void settledSession().then(({ status }) => {
        if (!isNotFound) onDone(status === "signed-in");
      });
    }, limits.splashMs);
    return () => {
      isNotFound = true;
      clearTimeout(timer);
    };
  }, [onDone]);
  return (
    <Page
      title="Welcome"
      width="bleed"
      hasNav={false}
      className="fixed inset-0 z-40 grid place-items-center overflow-hidden bg-paper"
    >
      <div className="grid justify-items-center">
        <h1 className="animate-[appear_900ms_var(--ease-out)_both]">
          <Wordmark className="text-[min(26vw,20rem)]" />
        </h1>
        <p className="mt-6 animate-[appear_900ms_var(--ease-out)_300ms_both] small-caps px-4 text-center text-muted">
          What people really wear
        </p>
        <output className="mt-10 block h-px w-40 overflow-hidden bg-line">
          <span className="sr-only">Opening Fash</span>
          <span aria-hidden="true" className="block h-full origin-left animate-[fill_2s_linear_both] bg-ink" />
        </output>
      </div>
    </Page>
  );
}
