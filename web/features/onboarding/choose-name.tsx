import { type ComponentProps, type FormEvent, useId, useState } from "react";
import { limits } from "#contract/limits.ts";
import { ApiError } from "#web/api/api-error.ts";
import { useEditAccount } from "#web/data/account.ts";
import { errorMessage } from "#web/text/errors.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Step } from "./onboarding-step.tsx";

type NameErrors = { displayName?: string | undefined; username?: string | undefined };

interface ChooseNameProps {
  /** The name that they gave when they signed up, if it was none that makes a username. */
  member: { username: string; displayName: string | null };
  onChosen: () => void;
}

/** For members whose account was created without a username. Skipping keeps the generated one. */
export function ChooseName({ member, onChosen }: ChooseNameProps) {
  const formId = useId();
  const [displayName, setDisplayName] = useState(member.displayName ?? "");
  const [username, setUsername] = useState("");
  const [errors, setErrors] = useState<NameErrors>({});
  const edit = useEditAccount({ isQuiet: true });
  const names = {
    ...(!["", member.displayName].includes(displayName.trim()) && { displayName }),
    ...(username.trim() !== "" && { username }),
  };
  const isBlank = Object.keys(names).length === 0;
  const save = (event: FormEvent) => {
    event.preventDefault();
    setErrors({});
    if (!isBlank) edit.mutate(names, { onSuccess: onChosen, onError: (error) => setErrors(toNameErrors(error)) });
  };
  return (
    <Step
      title="Choose your name"
      heading="What should we call you?"
      lead={
        member.displayName === null
          ? `Others see you as @${member.username} until you choose a name.`
          : `Others see you as ${member.displayName}, and your address is @${member.username} until you choose one.`
      }
      footer={
        <>
          <Button look="quiet" onClick={onChosen}>
            Skip
          </Button>
          <Button look="primary" type="submit" form={formId} disabled={isBlank} isBusy={edit.isPending}>
            Continue
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={save} className="flex max-w-md flex-col gap-5">
        <Field label="Display name" error={errors.displayName} hint="In any language, up to 50 characters.">
          {(control) => <DisplayNameInput {...control} value={displayName} onChange={setDisplayName} />}
        </Field>
        <Field label="Username" error={errors.username} hint="Letters, digits, dots and underscores.">
          {(control) => <UsernameInput {...control} value={username} onChange={setUsername} />}
        </Field>
      </form>
    </Step>
  );
}

type NameInputProps = Omit<ComponentProps<typeof Input>, "onChange"> & { onChange: (name: string) => void };

function DisplayNameInput({ onChange, ...rest }: NameInputProps) {
  return (
    <Input
      {...rest}
      autoComplete="name"
      maxLength={limits.displayNameCharsMax * 2}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function UsernameInput({ onChange, ...rest }: NameInputProps) {
  return (
    <Input
      {...rest}
      autoComplete="username"
      autoCapitalize="none"
      maxLength={limits.usernameCharsMax}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** The message at its field; one that belongs to neither is shown at the username. */
function toNameErrors(error: unknown): NameErrors {
  const issueFor = (field: keyof NameErrors) => (error instanceof ApiError ? error.issueFor(field) : undefined);
  const displayName = issueFor("displayName");
  const username = issueFor("username");
  if (displayName === undefined && username === undefined)
    return { username: errorMessage(error, "Failed to save your name") };
  return { displayName, username };
}
