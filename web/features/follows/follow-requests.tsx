import { useInfiniteQuery } from "@tanstack/react-query";
import type { Follow } from "#contract/follows.ts";
import { fullNameOf } from "#contract/member-names.ts";
import { followRequestsQuery, useAnswerRequest } from "#web/data/follow-requests.ts";
import { useRestoredFocus } from "#web/lib/use-restored-focus.ts";
import { errorMessage } from "#web/text/errors.ts";
import { Button } from "#web/ui/button.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { PersonLink } from "./person-link.tsx";

/** The follow requests of a private profile; renders nothing without any. */
export function FollowRequests() {
  const query = useInfiniteQuery(followRequestsQuery);
  const kept = useRestoredFocus<HTMLElement>();
  const requests = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (query.error && !query.data) {
    return (
      <InlineError
        message={errorMessage(query.error, "Couldn't load your follow requests.")}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  if (requests.length === 0) return null;
  return (
    <section
      {...kept}
      aria-labelledby="follow-requests"
      className="mb-10 rounded-photo border border-line bg-surface p-4 outline-none md:p-5"
    >
      <h2 id="follow-requests" className="font-display text-title">
        Follow requests
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {requests.map((request) => (
          <li key={request.id}>
            <RequestRow request={request} />
          </li>
        ))}
      </ul>
      <MoreButton query={query} look="quiet" className="mt-2" />
    </section>
  );
}

function RequestRow({ request: { id, member, createdAt } }: { request: Follow }) {
  const answer = useAnswerRequest();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <PersonLink member={member} hint={<RelativeTime at={createdAt} />} />
      <div className="ml-auto flex gap-2">
        <Button
          size="small"
          isBusy={answer.isPending && answer.variables.isAccepted}
          disabled={answer.isPending && !answer.variables.isAccepted}
          aria-label={`Accept ${fullNameOf(member)}`}
          onClick={() => answer.mutate({ memberId: id, isAccepted: true })}
        >
          Accept
        </Button>
        <Button
          look="outline"
          size="small"
          isBusy={answer.isPending && !answer.variables.isAccepted}
          disabled={answer.isPending && answer.variables.isAccepted}
          aria-label={`Decline ${fullNameOf(member)}`}
          onClick={() => answer.mutate({ memberId: id, isAccepted: false })}
        >
          Decline
        </Button>
      </div>
    </div>
  );
}
