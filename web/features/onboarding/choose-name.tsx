import { type FormEvent, useId, useState } from "react";
import { limits } from "#contract/limits.ts";
import { ApiError } from "#web/api/api-error.ts";
import { useEditAccount } from "#web/data/account.ts";
import { errorMessage } from "#web/text/errors.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Step } from "./onboarding-step.tsx";

/** Asked of members whose account was made without a name. Skipping keeps the one they were given. */
export function ChooseName({ current, onChosen }: { current: string; onChosen: () => void }) {
  const formId = useId();
  const [username, setUsername] = useState("");
  const [fieldError, setFieldError] = useState<string>();
  const edit = useEditAccount({ isQuiet: true });
  const save = (event: FormEvent) => {
    event.preventDefault();
    setFieldError(undefined);
    edit.mutate(
      { username: username.trim() },
      {
        onSuccess: onChosen,
        onError: (error) =>
          setFieldError(
            (error instanceof ApiError && error.issueFor("username")) ||
              errorMessage(error, "Failed to save your name"),
          ),
      },
    );
  };
  return (
    <Step
      title="Choose your name"
      heading="What should we call you?"
      lead={`Others see you as @${current} until you choose a name.`}
      footer={
        <>
          <Button look="quiet" onClick={onChosen}>
            Skip
          </Button>
          <Button look="primary" type="submit" form={formId} disabled={username.trim() === ""} isBusy={edit.isPending}>
            Continue
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={save} className="max-w-md">
        <Field label="Username" error={fieldError} hint="Letters, digits, dots and underscores.">
          {(control) => (
            <Input
              {...control}
              value={username}
              autoComplete="username"
              autoCapitalize="none"
              maxLength={limits.nameCharsMax}
              onChange={(event) => setUsername(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Step>
  );
}
