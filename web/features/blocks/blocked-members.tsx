import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { BlockedOrMutedMember } from "#contract/blocks.ts";
import { fullNameOf } from "#contract/member-names.ts";
import { blockListQuery, type BlockList, useSetBlock } from "#web/data/blocks.ts";
import { useRestoredFocus } from "#web/lib/use-restored-focus.ts";
import { errorMessage } from "#web/text/errors.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { MemberName } from "#web/ui/member-name.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { RetryButton } from "#web/ui/retry-button.tsx";
import { RowSkeleton } from "#web/ui/row-skeleton.tsx";

interface BlockedMembersProps {
  /** The form that reports a member's profile: a blocked one can no longer be opened. */
  reportForm: (memberId: string, onDone: () => void) => ReactNode;
}

/** The members that the caller has blocked and muted, each with an undo button. */
export function BlockedMembers({ reportForm }: BlockedMembersProps) {
  return (
    <div className="flex flex-col gap-8">
      <Members
        list="blocks"
        title="Blocked"
        empty="You haven't blocked anyone."
        undo="Unblock"
        reportForm={reportForm}
      />
      <Members list="mutes" title="Muted" empty="You haven't muted anyone." undo="Unmute" />
    </div>
  );
}

interface MembersProps {
  list: BlockList;
  title: string;
  empty: string;
  undo: string;
  reportForm?: BlockedMembersProps["reportForm"];
}

function Members(props: MembersProps) {
  const query = useInfiniteQuery(blockListQuery(props.list));
  const kept = useRestoredFocus();
  return (
    <div {...kept} className="outline-none">
      <h3 className="font-semibold">{props.title}</h3>
      {query.isPending && <RowSkeleton size={36} hasButton className="mt-2 min-h-14" />}
      {query.isError && !query.data && (
        <p role="alert" className="mt-2 flex items-center justify-between gap-4 text-fine">
          {errorMessage(query.error)}
          <RetryButton look="outline" size="small" onClick={() => void query.refetch()} />
        </p>
      )}
      {query.data && <Rows {...props} rows={query.data.pages.flatMap(({ items }) => items)} />}
      <MoreButton query={query} look="quiet" />
    </div>
  );
}

function Rows({ list, title, empty, undo, reportForm, rows }: MembersProps & { rows: BlockedOrMutedMember[] }) {
  const block = useSetBlock(list);
  if (rows.length === 0) return <p className="mt-1 text-fine text-muted">{empty}</p>;
  return (
    <ul aria-label={title} className="mt-2 divide-y divide-line">
      {rows.map(({ id, member }) => (
        <li key={id} className="flex min-h-14 items-center gap-3 py-2">
          <Avatar username={member.username} avatarUrl={member.avatarUrl} size={36} />
          <span className="min-w-0 flex-1 truncate font-medium">
            <MemberName member={member} hasHandle />
          </span>
          {reportForm && <Report member={member} form={reportForm} />}
          <Button
            look="outline"
            size="small"
            aria-label={`${undo} ${fullNameOf(member)}`}
            isBusy={block.isPending && block.variables.member.id === id}
            disabled={block.isPending && block.variables.member.id !== id}
            onClick={() => block.mutate({ member, isOn: false })}
          >
            {undo}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Report({ member, form }: Pick<BlockedOrMutedMember, "member"> & { form: BlockedMembersProps["reportForm"] }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button look="quiet" size="small" aria-label={`Report ${fullNameOf(member)}`} onClick={() => setIsOpen(true)}>
        Report
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title="Report this profile" size="small">
        {isOpen && form(member.id, close)}
      </Dialog>
    </>
  );
}
