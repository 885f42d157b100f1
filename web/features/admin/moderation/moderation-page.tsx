import { useInfiniteQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { ArrowLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import type { ModerationCase } from "#contract/moderation.ts";
import { moderationQueries } from "#web/data/moderation.ts";
import { Button } from "#web/ui/button.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { AdminHeading } from "#web/features/admin/parts/admin-heading.tsx";
import { AppealList } from "./appeal-list.tsx";
import { CasePanel } from "./case-panel.tsx";
import { CaseQueue } from "./case-queue.tsx";
import { TemplateList } from "./template-list.tsx";

const tabs = [
  { id: "open", label: "Queue" },
  { id: "appeals", label: "Appeals" },
  { id: "decided", label: "Decided" },
  { id: "templates", label: "Templates" },
] as const;

interface ModerationPageProps {
  /** The open case, from the address. */
  caseId: string | undefined;
  onOpen: (caseId: string | undefined) => void;
  /** Also from the address, so that the dashboard can link to the appeals. */
  tab: string | undefined;
  onTab: (tab: string) => void;
}

/** Reports grouped by what they are about, the most urgent first; worked with the keyboard alone. */
export function ModerationPage({ caseId, onOpen, tab: wantedTab, onTab }: ModerationPageProps) {
  const tab = tabs.find(({ id }) => id === wantedTab)?.id ?? "open";
  return (
    <>
      <AdminHeading title="Reports" hint="The most urgent first" />
      <Tabs label="Parts of moderation" tabs={tabs} selected={tab} onSelect={onTab}>
        <div className="pt-6">
          {(tab === "open" || tab === "decided") && <Cases key={tab} state={tab} caseId={caseId} onOpen={onOpen} />}
          {tab === "appeals" && <AppealList />}
          {tab === "templates" && <TemplateList />}
        </div>
      </Tabs>
    </>
  );
}

type CasesProps = Pick<ModerationPageProps, "caseId" | "onOpen"> & { state: "open" | "decided" };

function Cases({ state, caseId, onOpen }: CasesProps) {
  const query = useInfiniteQuery(moderationQueries.queue(state));
  const cases: ModerationCase[] = query.data?.pages.flatMap((page) => page.items) ?? [];
  useReturnedFocus(caseId);
  /** After a decision the next case opens automatically. */
  const openNext = (decidedId: string) => {
    const index = cases.findIndex(({ id }) => id === decidedId);
    onOpen((cases[index + 1] ?? cases[index - 1])?.id);
  };
  const isEmpty = !query.isPending && cases.length === 0 && caseId === undefined;
  return (
    <div
      className={clsx("grid grid-cols-1 items-start gap-6", !isEmpty && "lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]")}
    >
      {/* Next to the open case where there is room for both. */}
      <div className={clsx(caseId !== undefined && "max-lg:hidden")}>
        <CaseQueue query={query} state={state} cases={cases} selectedId={caseId} onOpen={onOpen} />
      </div>
      {caseId === undefined && cases.length > 0 && (
        <p className="rounded-photo border border-line p-6 text-center text-muted max-lg:hidden">
          Choose a case, or press J to open the first one.
        </p>
      )}
      {caseId !== undefined && (
        <div className="min-w-0 lg:contents">
          <BackToQueue onClick={() => onOpen(undefined)} />
          <CasePanel
            key={caseId}
            caseId={caseId}
            onClose={() => onOpen(undefined)}
            onDecided={() => openNext(caseId)}
          />
        </div>
      )}
    </div>
  );
}

/** On small screens, where the case replaces the queue: it takes the focus of the row that was pressed. */
function BackToQueue({ onClick }: { onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (matchMedia("(width < 64rem)").matches) button.current?.focus();
  }, []);
  return (
    <Button ref={button} look="quiet" size="small" className="mb-3 -ml-3 lg:hidden" onClick={onClick}>
      <ArrowLeft aria-hidden="true" size={16} strokeWidth={1.5} />
      Back to the queue
    </Button>
  );
}

/** Gives the focus back to the row of the case that was closed, where closing it has left none. */
function useReturnedFocus(caseId: string | undefined): void {
  const last = useRef<string>(undefined);
  useEffect(() => {
    if (caseId === undefined && document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[data-case="${last.current}"]`)?.focus();
    last.current = caseId;
  }, [caseId]);
}
