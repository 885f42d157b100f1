import clsx from "clsx";
import { Ban, Ellipsis, Flag, Volume2, VolumeX } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { NewReport } from "#contract/safety.ts";
import { useSignInGate } from "#web/api/use-sign-in-gate.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { ReportForm } from "./report-form.tsx";
import { type Target, useSilence } from "./safety.queries.ts";

type TargetType = NewReport["targetType"];

interface SafetyMenuProps {
  /** Whose it is. */
  member: Target;
  /** What would be reported. */
  report: { type: TargetType; id: string };
  /** Where it is known. */
  isMuted?: boolean;
  className?: string | undefined;
  /** Runs after a block, since what stood here is gone. */
  onBlocked?: () => void;
}

const things: Record<TargetType, string> = {
  outfit: "outfit",
  comment: "comment",
  profile: "profile",
  message: "message",
};
type Step = "closed" | "menu" | "report" | "block";

/** Report, mute, block: the same three ways wherever somebody else's words and pictures stand. */
export function SafetyMenu({ member, report, isMuted = false, className, onBlocked }: SafetyMenuProps) {
  const [step, setStep] = useState<Step>("closed");
  const mayGoOn = useSignInGate();
  const mute = useSilence("mutes");
  const close = () => setStep("closed");
  const thing = things[report.type];
  const titles: Record<Step, string> = {
    closed: "",
    menu: `@${member.username}`,
    report: `Report this ${thing}`,
    block: `Block @${member.username}?`,
  };
  return (
    <>
      <IconButton
        label={`More about this ${thing} of @${member.username}`}
        aria-haspopup="dialog"
        className={className}
        onClick={() => mayGoOn("Please sign in") && setStep("menu")}
      >
        <Ellipsis aria-hidden="true" size={18} strokeWidth={1.75} />
      </IconButton>
      <Dialog isOpen={step !== "closed"} onClose={close} title={titles[step]} size="small">
        {step === "menu" && (
          <ul className="-mx-3">
            <Entry icon={<Flag />} label={`Report ${thing}`} onClick={() => setStep("report")}>
              Our moderators look at it. Nobody learns that it was you.
            </Entry>
            <Entry
              icon={isMuted ? <Volume2 /> : <VolumeX />}
              label={isMuted ? "Unmute" : "Mute"}
              onClick={() => mute.mutate({ member, isOn: !isMuted }, { onSuccess: close })}
            >
              {isMuted ? "Their outfits come back to your feeds." : "Out of your feeds and notifications, quietly."}
            </Entry>
            <Entry icon={<Ban />} label="Block" isGrave onClick={() => setStep("block")}>
              Neither of you sees the other anywhere.
            </Entry>
          </ul>
        )}
        {step === "report" && <ReportForm target={{ targetType: report.type, targetId: report.id }} onDone={close} />}
        {step === "block" && <BlockQuestion member={member} onClose={close} onBlocked={onBlocked} />}
      </Dialog>
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
