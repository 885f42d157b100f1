import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Page } from "#web/shell/page.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import "./onboarding.css";

interface StepProps {
  title: string;
  /** None for the name, which only some are asked for. */
  step?: 1 | 2;
  heading: ReactNode;
  lead: string;
  children: ReactNode;
  footer: ReactNode;
}

/** The frame of one step: number, heading, content and a footer that stays in sight. */
export function Step({ title, step, heading, lead, children, footer }: StepProps) {
  return (
    <Page title={title} hasNav={false}>
      <header className="pt-6 pb-8 md:pt-10">
        <p className="small-caps mb-3 text-muted">{step === undefined ? "Welcome to Fash" : `Step ${step} of 2`}</p>
        <h1 className="font-display text-headline">{heading}</h1>
        <p className="mt-3 max-w-xl text-muted">{lead}</p>
      </header>
      {children}
      <div className="sticky bottom-0 z-10 mt-8 low:static flex flex-wrap items-center justify-between gap-3 bg-linear-to-t from-paper from-75% to-transparent pt-12 pb-[calc(1rem+env(safe-area-inset-bottom))] md:pb-6">
        {footer}
      </div>
    </Page>
  );
}

export function StepSkeleton({ count, className }: { count: number; className: string }) {
  return Array.from({ length: count }, (_, index) => (
    <li key={index}>
      <Skeleton className={`rounded-photo! ${className}`} />
    </li>
  ));
}

/** The error of a step that could not be loaded. */
export function StepError({ title, query }: { title: string; query: UseQueryResult }) {
  if (query.data !== undefined || query.error === null) return null;
  return <QueryError title={title} query={query} fallback="Please try again in a moment." />;
}
