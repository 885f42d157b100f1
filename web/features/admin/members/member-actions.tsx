import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import {
  type MemberReply,
  useCorrectPoints,
  useDeleteMember,
  useEndMemberSessions,
  useReinstate,
  useResetFactors,
  useSuspend,
} from "#web/data/admin-members.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { counted } from "#contract/counted.ts";
import { issueOf } from "#web/features/admin/parts/issue-of.ts";
import { ReasonDialog } from "#web/ui/reason-dialog.tsx";
import { Select } from "#web/features/admin/parts/select.tsx";

type Step = "none" | "suspend" | "reinstate" | "sessions" | "factors" | "points" | "delete";

const suspensionChoices = [
  { value: "1", label: "1 day" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
  { value: "", label: "Permanently" },
] as const;
export type SuspensionChoice = (typeof suspensionChoices)[number]["value"];

/** For how long a member is suspended, with a visible label. */
export function SuspensionLength(props: { value: SuspensionChoice; onSelect: (value: SuspensionChoice) => void }) {
  return (
    <Field label="For how long">
      {(control) => <Select {...control} {...props} label="For how long" options={suspensionChoices} />}
    </Field>
  );
}

/** What can be done to a member's account; each action asks for a reason. */
export function MemberActions({ member }: { member: MemberReply }) {
  const [step, setStep] = useState<Step>("none");
  const close = () => setStep("none");
  const isSuspended = member.status === "suspended";
  return (
    <div className="flex flex-wrap gap-2">
      {isSuspended ? (
        <Button look="outline" size="small" onClick={() => setStep("reinstate")}>
          End suspension
        </Button>
      ) : (
        <Button look="outline" size="small" disabled={member.role === "admin"} onClick={() => setStep("suspend")}>
          Suspend
        </Button>
      )}
      <Button look="outline" size="small" disabled={member.sessions.length === 0} onClick={() => setStep("sessions")}>
        End sessions
      </Button>
      <Button look="outline" size="small" disabled={member.factorsCount === 0} onClick={() => setStep("factors")}>
        Reset second factor
      </Button>
      <Button look="outline" size="small" onClick={() => setStep("points")}>
        Correct points
      </Button>
      <Button look="danger" size="small" disabled={member.role === "admin"} onClick={() => setStep("delete")}>
        Delete account
      </Button>
      {step === "suspend" && <SuspendDialog member={member} onClose={close} />}
      <PlainDialogs member={member} step={step} onClose={close} />
      <PointsDialog member={member} isOpen={step === "points"} onClose={close} />
      {step === "delete" && <DeleteDialog member={member} onClose={close} />}
    </div>
  );
}

interface StepProps {
  member: MemberReply;
  onClose: () => void;
}

function SuspendDialog({ member, onClose }: StepProps) {
  const [days, setDays] = useState<SuspensionChoice>("7");
  const suspend = useSuspend();
  return (
    <ReasonDialog
      isOpen
      onClose={onClose}
      title={`Suspend @${member.username}?`}
      hint="They are signed out everywhere and read the reason on their account status page, where they can appeal."
      confirmLabel="Suspend"
      isDangerous
      isBusy={suspend.isPending}
      onConfirm={(reason) =>
        suspend.mutate({ memberId: member.id, days: days === "" ? null : Number(days), reason }, { onSuccess: onClose })
      }
    >
      <SuspensionLength value={days} onSelect={setDays} />
    </ReasonDialog>
  );
}

function PlainDialogs({ member, step, onClose }: { member: MemberReply; step: Step; onClose: () => void }) {
  const [reinstate, endSessions, resetFactors] = [useReinstate(), useEndMemberSessions(), useResetFactors()];
  const given = (reason: string) => ({ memberId: member.id, reason });
  return (
    <>
      <ReasonDialog
        isOpen={step === "reinstate"}
        onClose={onClose}
        title={`End the suspension of @${member.username}?`}
        hint="They can use their account again immediately."
        confirmLabel="End suspension"
        isBusy={reinstate.isPending}
        onConfirm={(reason) => reinstate.mutate(given(reason), { onSuccess: onClose })}
      />
      <ReasonDialog
        isOpen={step === "sessions"}
        onClose={onClose}
        title={`Sign @${member.username} out everywhere?`}
        hint="All sessions end immediately, open connections too."
        confirmLabel="End sessions"
        isBusy={endSessions.isPending}
        onConfirm={(reason) => endSessions.mutate(given(reason), { onSuccess: onClose })}
      />
      <ReasonDialog
        isOpen={step === "factors"}
        onClose={onClose}
        title={`Reset the second factor of @${member.username}?`}
        hint="Make sure the request really came from them. They are signed out and notified by email."
        confirmLabel="Reset"
        isDangerous
        isBusy={resetFactors.isPending}
        onConfirm={(reason) => resetFactors.mutate(given(reason), { onSuccess: onClose })}
      />
    </>
  );
}

/** It stays while it is closed, and with it the id of the last correction. */
function PointsDialog({ member, isOpen, onClose }: StepProps & { isOpen: boolean }) {
  const [points, setPoints] = useState("");
  const [attempt, setAttempt] = useState({ id: "", points: 0, reason: "" });
  const [error, setError] = useState<string>();
  const correct = useCorrectPoints();
  const write = (text: string) => {
    setPoints(text);
    setError(undefined);
  };
  const close = () => {
    write("");
    onClose();
  };
  const submit = (reason: string) => {
    const number = Number(points);
    if (!Number.isInteger(number) || number === 0) return setError("Give a whole number other than 0");
    // The same correction again, after a reply that did not arrive, keeps its id and counts once.
    const isRetry = attempt.points === number && attempt.reason === reason;
    const next = isRetry ? attempt : { id: crypto.randomUUID(), points: number, reason };
    setAttempt(next);
    correct.mutate(
      { memberId: member.id, ...next },
      {
        onSuccess: () => {
          setAttempt({ id: "", points: 0, reason: "" });
          close();
        },
        onError: (failure) => setError(issueOf(failure, "points")),
      },
    );
  };
  return (
    <ReasonDialog
      isOpen={isOpen}
      onClose={close}
      title="Correct points"
      hint={`@${member.username} has ${counted(member.points, "point")}. The correction appears in their ledger with its reason.`}
      confirmLabel="Correct"
      isBusy={correct.isPending}
      onConfirm={submit}
    >
      <Field label="Points to add or, with a minus, to take" isRequired error={error}>
        {(control) => (
          <Input {...control} data-first-focus value={points} onChange={(event) => write(event.target.value)} />
        )}
      </Field>
    </ReasonDialog>
  );
}

function DeleteDialog({ member, onClose }: StepProps) {
  const [username, setUsername] = useState("");
  const [error, setError] = useState<string>();
  const router = useRouter();
  const remove = useDeleteMember(async () => {
    const isHere = router.state.location.pathname === `/admin/users/${member.id}`;
    if (isHere) await router.navigate({ to: "/admin/users" });
  });
  const submit = (reason: string) => {
    if (username !== member.username) return setError("Type the username exactly as it is shown");
    remove.mutate({ memberId: member.id, username, reason });
  };
  return (
    <ReasonDialog
      isOpen
      onClose={onClose}
      title={`Delete @${member.username}?`}
      hint="Everything is erased immediately, pictures included. This can't be undone."
      confirmLabel="Delete account"
      isDangerous
      isBusy={remove.isPending}
      onConfirm={submit}
    >
      <Field label={`Type ${member.username} to confirm`} isRequired error={error}>
        {(control) => (
          <Input
            {...control}
            data-first-focus
            autoComplete="off"
            value={username}
            onChange={(event) => {
              setUsername(event.target.value);
              setError(undefined);
            }}
          />
        )}
      </Field>
    </ReasonDialog>
  );
}
