import { zodResolver } from "@hookform/resolvers/zod";
import { type Resolver, useForm, type UseFormReturn, type UseFormSetError } from "react-hook-form";
import { limits } from "#contract/limits.ts";
import { type Me, ProfileEdit } from "#contract/profiles.ts";
import { ApiError } from "#web/api/api-error.ts";
import { useEditAccount } from "#web/data/account.ts";
import { isSignOutExpected } from "#web/lib/expected-sign-out.ts";
import { formToast } from "#web/lib/form-toast.ts";
import { afterPress } from "#web/lib/press.ts";
import { toast } from "#web/lib/toast.ts";
import { errorMessage } from "#web/text/errors.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { UnsavedDialog } from "#web/ui/unsaved-dialog.tsx";

const textFields = ["bio", "location", "instagramUrl", "twitterUrl", "tiktokUrl", "facebookUrl", "youtubeUrl"] as const;
type TextField = (typeof textFields)[number];
type AccountForm = Record<"username" | "displayName" | TextField, string>;

const socialFields: { field: TextField; label: string; example: string }[] = [
  { field: "instagramUrl", label: "Instagram URL", example: "https://instagram.com/…" },
  { field: "twitterUrl", label: "Twitter/X URL", example: "https://x.com/…" },
  { field: "tiktokUrl", label: "TikTok URL", example: "https://tiktok.com/@…" },
  { field: "facebookUrl", label: "Facebook URL", example: "https://facebook.com/…" },
  { field: "youtubeUrl", label: "YouTube URL", example: "https://youtube.com/@…" },
];

const AccountSchema = ProfileEdit.pick({
  username: true,
  displayName: true,
  bio: true,
  location: true,
  instagramUrl: true,
  twitterUrl: true,
  tiktokUrl: true,
  facebookUrl: true,
  youtubeUrl: true,
});
// The schema returns normalized values; the form keeps what was typed.
const resolver = afterPress(zodResolver(AccountSchema, undefined, { raw: true }) as unknown as Resolver<AccountForm>);
const dates = new Intl.DateTimeFormat(undefined, { dateStyle: "long" });

function toForm(me: Me): AccountForm {
  const texts = Object.fromEntries(textFields.map((field) => [field, me[field] ?? ""])) as Record<TextField, string>;
  return { username: me.username, displayName: me.displayName ?? "", ...texts };
}

export function AccountForm({ me }: { me: Me }) {
  const edit = useEditAccount({
    success: "Profile updated successfully",
    failure: "Failed to update profile",
    isQuiet: true,
  });
  const form = useForm<AccountForm>({
    resolver,
    defaultValues: toForm(me),
    mode: "onTouched",
  });
  // The form keeps track of what somebody reads only.
  const { isDirty, dirtyFields } = form.formState;
  const save = form.handleSubmit(
    (fields) => {
      // What was not touched here may have been changed on another device since.
      const isTouched = ([name]: [string, string]) => dirtyFields[name as keyof AccountForm];
      edit.mutate(Object.fromEntries(Object.entries(fields).filter(isTouched)), {
        onSuccess: (saved) => showSaved(form, { sent: fields, saved }),
        onError: (error) => showError(error, form.setError),
      });
    },
    (refused) => toast.error(Object.values(refused)[0]?.message ?? "Please check the form", formToast),
  );
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-5">
      <NameFields form={form} me={me} />
      <AboutFields form={form} />
      <SocialFields form={form} />
      <Button type="submit" look="primary" isBusy={edit.isPending} disabled={!isDirty} className="self-start">
        Save Changes
      </Button>
      {/* Not while logging out: the session has ended by the time the browser would ask. */}
      <UnsavedDialog isForClosing hasUnsaved={() => isDirty && !edit.isPending && !isSignOutExpected()}>
        Your changes to your account are not saved. They are lost when you leave.
      </UnsavedDialog>
    </form>
  );
}

interface FieldsProps {
  form: UseFormReturn<AccountForm>;
}

function NameFields({ form, me }: FieldsProps & { me: Me }) {
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <Field
        label="Username"
        error={form.formState.errors.username?.message}
        hint={<UsernameHint changeableAt={me.usernameChangeableAt} />}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register("username")}
            readOnly={me.usernameChangeableAt !== null}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck="false"
            maxLength={limits.usernameCharsMax}
          />
        )}
      </Field>
      <Field
        label="Display name"
        error={form.formState.errors.displayName?.message}
        hint="In any language, shown beside your username. Leave it empty to show only the username."
      >
        {(control) => (
          <Input
            {...control}
            {...form.register("displayName")}
            autoComplete="name"
            // Characters of some scripts count twice here; the schema counts them once.
            maxLength={limits.displayNameCharsMax * 2}
          />
        )}
      </Field>
      <Field label="Email" hint="Email can't be changed.">
        {(control) => <Input {...control} type="email" value={me.email ?? ""} placeholder="None" readOnly />}
      </Field>
    </div>
  );
}

function AboutFields({ form }: FieldsProps) {
  const { register, formState, watch } = form;
  return (
    <>
      <Field label="Bio" error={formState.errors.bio?.message} aside={`${watch("bio").length}/${limits.bioCharsMax}`}>
        {(control) => <Textarea {...control} {...register("bio")} maxLength={limits.bioCharsMax} />}
      </Field>
      <Field label="Location" error={formState.errors.location?.message}>
        {(control) => (
          <Input
            {...control}
            {...register("location")}
            maxLength={limits.locationCharsMax}
            autoComplete="address-level2"
            placeholder="City, country"
          />
        )}
      </Field>
    </>
  );
}

function SocialFields({ form }: FieldsProps) {
  return (
    <div className="grid gap-5 md:grid-cols-2">
      {socialFields.map(({ field, label, example }) => (
        <Field key={field} label={label} error={form.formState.errors[field]?.message}>
          {(control) => (
            <Input
              {...control}
              {...form.register(field)}
              type="url"
              inputMode="url"
              autoCapitalize="none"
              spellCheck="false"
              placeholder={example}
            />
          )}
        </Field>
      ))}
    </div>
  );
}

function UsernameHint({ changeableAt }: { changeableAt: string | null }) {
  if (changeableAt === null) return "You can change it once every 90 days. Your old address will lead to the new one.";
  return `You can only change your username once every 90 days. Next time: ${dates.format(new Date(changeableAt))}.`;
}

function showError(error: unknown, setError: UseFormSetError<AccountForm>): void {
  const message = errorMessage(error, "Failed to update profile");
  toast.error(message, formToast);
  if (!(error instanceof ApiError)) return;
  if (error.code === "username.taken" || error.code === "username.too_soon")
    setError("username", { message: message }, { shouldFocus: true });
  for (const { path, message } of error.issues) setError(path as keyof AccountForm, { message }, { shouldFocus: true });
}

/** What was typed while the answer was on its way stays, unsaved. */
function showSaved(form: UseFormReturn<AccountForm>, { sent, saved }: { sent: AccountForm; saved: Me }): void {
  const typed = form.getValues();
  form.reset(toForm(saved));
  for (const field of Object.keys(sent) as (keyof AccountForm)[]) {
    if (typed[field] !== sent[field]) form.setValue(field, typed[field], { shouldDirty: true });
  }
}
