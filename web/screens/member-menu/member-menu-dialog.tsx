import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { Ban, Bell, BellOff, Flag, Trash2, Volume2, VolumeX } from "lucide-react";
import { type ReactNode, type RefObject, useCallback } from "react";
import { fullNameOf } from "#contract/member-names.ts";
import type { NewReport } from "#contract/reports.ts";
import { profileQueries } from "#web/data/profiles.ts";
import { type Target, useSetBlock } from "#web/data/blocks.ts";
import { BlockConfirmation } from "#web/features/blocks/block-confirmation.tsx";
import { ReportForm } from "#web/features/reports/report-form.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { anchorDialog } from "./anchor-dialog.ts";

export interface ReportTarget {
  type: NewReport["targetType"];
  id: string;
}
export type MenuStep = "closed" | "menu" | "report" | "block";

/** What can be done with a conversation for oneself. */
export interface ConversationActions {
  isMuted: boolean;
  onMute: () => void;
  onDelete: () => void;
}

interface MemberMenuDialogProps {
  step: MenuStep;
  onStep: (step: MenuStep) => void;
  /** The button that opens the menu. */
  button: RefObject<HTMLElement | null>;
  member: Target;
  report: ReportTarget;
  /** Undefined where it is not known: then the member's profile tells. */
  isMuted: boolean | undefined;
  conversation: ConversationActions | undefined;
  onBlocked: (() => void) | undefined;
}

/** The steps of the menu. */
export function MemberMenuDialog({
  step,
  onStep,
  button,
  member,
  report,
  isMuted,
  conversation,
  onBlocked,
}: MemberMenuDialogProps) {
  const placeMenu = useCallback((dialog: HTMLDialogElement) => anchorDialog(dialog, button.current), [button]);
  const close = () => onStep("closed");
  const titles: Record<MenuStep, string> = {
    closed: "",
    menu: fullNameOf(member),
    report: `Report this ${report.type}`,
    block: `Block ${fullNameOf(member)}?`,
  };
  return (
    <Dialog
      isOpen={step !== "closed"}
      onClose={close}
      title={titles[step]}
      size="small"
      place={step === "menu" ? placeMenu : undefined}
    >
      {step === "menu" && (
        <ul className="-mx-3">
          {conversation && <ConversationEntries conversation={conversation} onDone={close} />}
          {!(member.isDeleted && report.type === "profile") && (
            <Entry icon={<Flag />} label={`Report ${report.type}`} onClick={() => onStep("report")}>
              Our moderators will review it. Your report is anonymous.
            </Entry>
          )}
          {!member.isDeleted && (
            <>
              <MuteEntry member={member} isKnownMuted={isMuted} onDone={close} />
              <Entry icon={<Ban />} label="Block" isGrave onClick={() => onStep("block")}>
                You won't see each other on Fash.
              </Entry>
            </>
          )}
        </ul>
      )}
      {step === "report" && <ReportForm target={{ targetType: report.type, targetId: report.id }} onDone={close} />}
      {step === "block" && <BlockConfirmation member={member} onClose={close} onBlocked={onBlocked} />}
    </Dialog>
  );
}

interface MuteEntryProps {
  member: Target;
  isKnownMuted: boolean | undefined;
  onDone: () => void;
}

function MuteEntry({ member, isKnownMuted, onDone }: MuteEntryProps) {
  const profile = useQuery({ ...profileQueries.profile(member.username), enabled: isKnownMuted === undefined });
  const isMuted = isKnownMuted ?? profile.data?.isMuted ?? false;
  const mute = useSetBlock("mutes");
  return (
    <Entry
      icon={isMuted ? <Volume2 /> : <VolumeX />}
      label={isMuted ? "Unmute" : "Mute"}
      onClick={() => mute.mutate({ member, isOn: !isMuted }, { onSuccess: onDone })}
    >
      {isMuted ? "Their outfits come back to your feeds." : "Hide their posts and notifications. They won't know."}
    </Entry>
  );
}

function ConversationEntries({ conversation, onDone }: { conversation: ConversationActions; onDone: () => void }) {
  const { isMuted, onMute, onDelete } = conversation;
  const run = (act: () => void) => () => {
    onDone();
    act();
  };
  return (
    <>
      <Entry
        icon={isMuted ? <Bell /> : <BellOff />}
        label={isMuted ? "Unmute conversation" : "Mute conversation"}
        onClick={run(onMute)}
      >
        {isMuted ? "New messages notify you again." : "New messages arrive without a notification."}
      </Entry>
      <Entry icon={<Trash2 />} label="Delete conversation" onClick={run(onDelete)}>
        Only for you. A new message brings it back.
      </Entry>
    </>
  );
}

interface EntryProps {
  icon: ReactNode;
  label: string;
  isGrave?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Entry({ icon, label, isGrave = false, onClick, children }: EntryProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onClick}
        className="flex w-full items-center gap-4 rounded-input px-3 py-3 text-left transition-colors hover:bg-ink/4 [&_svg]:size-5 [&_svg]:stroke-[1.5]"
      >
        <span aria-hidden="true" className={clsx(isGrave && "text-danger")}>
          {icon}
        </span>
        <span>
          <span className={clsx("block font-medium", isGrave && "text-danger")}>{label}</span>
          <span className="block text-fine text-muted">{children}</span>
        </span>
      </button>
    </li>
  );
}
