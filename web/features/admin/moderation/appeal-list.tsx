import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Appeal } from "#contract/moderation.ts";
import { moderationQueries, useDecideAppeal } from "#web/data/moderation.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { MemberCell } from "#web/features/admin/parts/member-cell.tsx";
import { PagedList } from "#web/features/admin/parts/paged-list.tsx";

/** Open appeals, the oldest first. */
export function AppealList() {
  const query = useInfiniteQuery(moderationQueries.appeals);
  return (
    <PagedList label="Appeals" empty="No appeals are waiting." query={query}>
      {(appeal) => <AppealRow appeal={appeal} />}
    </PagedList>
  );
}

function AppealRow({ appeal }: { appeal: Appeal }) {
  const [answer, setAnswer] = useState("");
  const [error, setError] = useState<string>();
  const decide = useDecideAppeal();
  const pending = decide.isPending ? decide.variables.decision : undefined;
  const send = (decision: "granted" | "upheld") => {
    if (pending) return;
    if (answer.trim() === "") return setError("Write an answer first");
    decide.mutate({ appealId: appeal.id, decision, answer: answer.trim() });
  };
  return (
    <article className="grid gap-4 py-2 lg:grid-cols-2">
      <div className="min-w-0 space-y-2">
        <MemberCell member={appeal.member} />
        <p>
          <span className="font-medium capitalize">{appeal.kind}</span>
          {appeal.excerpt && ` “${appeal.excerpt}”`}
          {appeal.decidedBy && ` by @${appeal.decidedBy.username}`}
          {", "}
          <RelativeTime at={appeal.actionAt} className="text-muted" />
        </p>
        <p className="text-muted">{appeal.reason}</p>
        <blockquote className="border-l-2 border-accent pl-3 break-words whitespace-pre-line">
          {appeal.message}
        </blockquote>
      </div>
      {appeal.isOwnDecision ? (
        <p className="text-muted">This is about your own decision, or your own appeal: another admin has to decide.</p>
      ) : (
        <div className="space-y-3">
          <Field label="Answer" isRequired error={error}>
            {(control) => (
              <Textarea
                {...control}
                rows={3}
                maxLength={limits.moderationMessageCharsMax}
                value={answer}
                onChange={(event) => {
                  setAnswer(event.target.value);
                  setError(undefined);
                }}
              />
            )}
          </Field>
          <div className="flex gap-2">
            <Button look="outline" size="small" isBusy={pending === "granted"} onClick={() => send("granted")}>
              Grant
            </Button>
            <Button look="outline" size="small" isBusy={pending === "upheld"} onClick={() => send("upheld")}>
              Uphold the decision
            </Button>
          </div>
        </div>
      )}
    </article>
  );
}
