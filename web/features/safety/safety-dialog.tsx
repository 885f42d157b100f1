import clsx from "clsx";
import { Ban, Flag, Volume2, VolumeX } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ReportForm } from "./report-form.tsx";
import type { ReportTarget, SafetyStep } from "./safety-menu.tsx";
import { type Target, useSilence } from "./safety.queries.ts";

interface SafetyDialogProps {
  step: SafetyStep;
  onStep: (step: SafetyStep) => void;
  member: Target;
  report: ReportTarget;
  isMuted: boolean;
  onBlocked: (() => void) | undefined;
}

/** What the menu opens, step by step. */
export function SafetyDialog({ step, onStep, member, report, isMuted, onBlocked }: SafetyDialogProps) {
  const mute = useSilence("mutes");
  const close = () => onStep("closed");
  const titles: Record<SafetyStep, string> = {
    closed: "",
    menu: `@${member.username}`,
    report: `Report this ${report.type}`,
    block: `Block @${member.username}?`,
  };
  return (
    <Dialog isOpen={step !== "closed"} onClose={close} title={titles[step]} size="small">
      {step === "menu" && (
        <ul className="-mx-3">
          <Entry icon={<Flag />} label={`Report ${report.type}`} onClick={() => onStep("report")}>
            Our moderators look at it. Nobody learns that it was you.
          </Entry>
          <Entry
            icon={isMuted ? <Volume2 /> : <VolumeX />}
            label={isMuted ? "Unmute" : "Mute"}
            onClick={() => mute.mutate({ member, isOn: !isMuted }, { onSuccess: close })}
          >
            {isMuted ? "Their outfits come back to your feeds." : "Out of your feeds and notifications, quietly."}
          </Entry>
          <Entry icon={<Ban />} label="Block" isGrave onClick={() => onStep("block")}>
            Neither of you sees the other anywhere.
          </Entry>
        </ul>
      )}
      {step === "report" && <ReportForm target={{ targetType: report.type, targetId: report.id }} onDone={close} />}
      {step === "block" && <BlockQuestion member={member} onClose={close} onBlocked={onBlocked} />}
    </Dialog>
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

interface BlockQuestionProps {
  member: Target;
  onClose: () => void;
  onBlocked: (() => void) | undefined;
}

function BlockQuestion({ member, onClose, onBlocked }: BlockQuestionProps) {
  const block = useSilence("blocks");
  const confirm = () =>
    block.mutate(
      { member, isOn: true },
      {
        onSuccess: () => {
          onClose();
          onBlocked?.();
        },
      },
    );
  return (
    <>
      <p className="text-muted">
        You will not see each other’s profile, outfits, comments and messages, and no longer follow each other. You can
        end it in the settings.
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button look="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button look="danger" isBusy={block.isPending} onClick={confirm}>
          Block
        </Button>
      </div>
    </>
  );
}
