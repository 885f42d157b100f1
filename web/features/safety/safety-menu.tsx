import { lazy, Suspense, useState } from "react";
import type { NewReport } from "#contract/safety.ts";
import { useSignInGate } from "#web/api/use-sign-in-gate.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { PageIcon } from "#web/ui/page-icons.tsx";
import type { Target } from "./safety.queries.ts";

const loadDialog = async () => ({ default: (await import("./safety-dialog.tsx")).SafetyDialog });
const SafetyDialog = lazy(loadDialog);

export interface ReportTarget {
  type: NewReport["targetType"];
  id: string;
}
export type SafetyStep = "closed" | "menu" | "report" | "block";

interface SafetyMenuProps {
  /** Whose it is. */
  member: Target;
  /** What would be reported. */
  report: ReportTarget;
  /** Where it is known. */
  isMuted?: boolean;
  className?: string | undefined;
  /** Runs after a block, since what stood here is gone. */
  onBlocked?: () => void;
}

/** Report, mute, block: the same three ways wherever somebody else's words and pictures stand. */
export function SafetyMenu({ member, report, isMuted = false, className, onBlocked }: SafetyMenuProps) {
  const [step, setStep] = useState<SafetyStep>("closed");
  const [isWanted, setWanted] = useState(false);
  const mayGoOn = useSignInGate();
  const open = () => {
    if (!mayGoOn("Please sign in")) return;
    setWanted(true);
    setStep("menu");
  };
  return (
    <>
      <IconButton
        label={`More about this ${report.type} of @${member.username}`}
        aria-haspopup="dialog"
        className={className}
        onPointerEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
        onClick={open}
      >
        <PageIcon name="dots" size={18} strokeWidth={1.75} />
      </IconButton>
      {isWanted && (
        <Suspense>
          <SafetyDialog
            step={step}
            onStep={setStep}
            member={member}
            report={report}
            isMuted={isMuted}
            onBlocked={onBlocked}
          />
        </Suspense>
      )}
    </>
  );
}
