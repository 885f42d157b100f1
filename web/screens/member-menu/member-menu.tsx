import { useRef, useState } from "react";
import { fullNameOf } from "#contract/member-names.ts";
import type { Target } from "#web/data/blocks.ts";
import { useSignInGate } from "#web/data/use-sign-in-gate.ts";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { LazyDialog } from "#web/ui/lazy-dialog.tsx";
import { PageIcon } from "#web/ui/page-icons.tsx";
import type { ConversationActions, MenuStep, ReportTarget } from "./member-menu-dialog.tsx";

const MemberMenuDialog = lazyPart(() => import("./member-menu-dialog.tsx"), "MemberMenuDialog");

interface MemberMenuProps {
  /** The member that the menu is about. */
  member: Target;
  /** The target of a report. */
  report: ReportTarget;
  /** If known. */
  isMuted?: boolean;
  className?: string | undefined;
  /** In the header of a conversation with the member. */
  conversation?: ConversationActions;
  /** Runs after a block, since the content is no longer visible. */
  onBlocked?: () => void;
}

/** The menu on other members' content: report, mute, block. */
export function MemberMenu({ member, report, isMuted, className, conversation, onBlocked }: MemberMenuProps) {
  const [step, setStep] = useState<MenuStep>("closed");
  const [isWanted, setWanted] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const requireSignIn = useSignInGate();
  const open = () => {
    if (!requireSignIn("Please sign in")) return;
    setWanted(true);
    setStep("menu");
  };
  return (
    <>
      <IconButton
        ref={button}
        label={`More options for ${fullNameOf(member)}'s ${report.type}`}
        aria-haspopup="dialog"
        className={className}
        onPointerEnter={() => void MemberMenuDialog.preload()}
        onFocus={() => void MemberMenuDialog.preload()}
        onClick={open}
      >
        <PageIcon name="dots" size={18} strokeWidth={1.75} />
      </IconButton>
      {isWanted && (
        <LazyDialog onFailure={() => setWanted(false)}>
          <MemberMenuDialog
            step={step}
            onStep={setStep}
            button={button}
            member={member}
            report={report}
            isMuted={isMuted}
            conversation={conversation}
            onBlocked={onBlocked}
          />
        </LazyDialog>
      )}
    </>
  );
}
