import { useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import type { SettingsState, SiteSettings } from "#contract/settings.ts";
import { adminQueries, useRevertSettings, useSaveSettings } from "#web/data/admin.ts";
import { changesOf } from "#web/lib/changes-of.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { SwitchRow } from "#web/ui/switch-row.tsx";
import { AdminHeading } from "#web/features/admin/parts/admin-heading.tsx";
import { issueOf } from "#web/features/admin/parts/issue-of.ts";
import { useEdits } from "#web/features/admin/parts/use-edits.ts";
import { ScreeningSettings } from "./screening-settings.tsx";
import { PagedSettingChanges } from "./setting-changes.tsx";
import { pinnedHint, settingLabels } from "./setting-labels.ts";

/** The site's settings, in force as soon as they are saved, and the changes so far. */
export function SettingsPage() {
  const query = useQuery(adminQueries.settings);
  const { data, error } = query;
  return (
    <>
      <AdminHeading title="Settings" hint="Changes take effect immediately, on every server" />
      {error && !data ? (
        <QueryError title="Couldn't load the settings" query={query} />
      ) : data ? (
        <div className="grid max-w-7xl grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="max-w-2xl space-y-12">
            <SiteForm state={data} />
            <Switches state={data} />
            <ScreeningSettings state={data} />
            <Theme />
          </div>
          <Changes />
        </div>
      ) : (
        <Skeleton className="h-96 rounded-photo!" />
      )}
    </>
  );
}

function Changes() {
  const revert = useRevertSettings();
  return <PagedSettingChanges isBusy={revert.isPending} onRevert={(entryId) => revert.mutate(entryId)} />;
}

/** The texts, which are saved together. */
function SiteForm({ state }: { state: SettingsState }) {
  const save = useSaveSettings();
  const { siteName, tagline } = state.settings;
  const { values, edit, settle } = useEdits({ siteName, tagline });
  const isPinned = (key: keyof SiteSettings) => state.pinned.includes(key);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(changesOf({ siteName, tagline }, values), { onSuccess: () => settle(values) });
  };
  const text = (key: keyof typeof values, hint: string) => (
    <Field label={settingLabels[key]} hint={isPinned(key) ? pinnedHint : hint} error={issueOf(save.error, key)}>
      {(control) => (
        <Input
          {...control}
          disabled={isPinned(key)}
          value={values[key]}
          onChange={(event) => edit({ [key]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <form onSubmit={submit} noValidate className="space-y-5">
      <h2 className="font-display text-title">Site</h2>
      {text("siteName", "In titles, previews and emails")}
      {text("tagline", "In the title of the landing page and in previews")}
      <Button type="submit" isBusy={save.isPending}>
        Save changes
      </Button>
    </form>
  );
}

function Theme() {
  return (
    <section aria-labelledby="theme">
      <h2 id="theme" className="font-display text-title">
        Theme
      </h2>
      <p className="mt-1 mb-4 text-muted">Theme colours</p>
      <Button
        look="outline"
        className="max-w-full whitespace-normal!"
        onClick={() => toast.info("Theme customization coming soon!")}
      >
        Customize theme
      </Button>
    </section>
  );
}

const switches = [
  { key: "emailVerification", hint: "New members confirm their address first" },
  { key: "twoFactorForAdmins", hint: "Admins must sign in with a second factor" },
  { key: "welcomeEmails", hint: "New members get an email" },
  { key: "moderationAlerts", hint: "Admins get an email about new cases" },
] as const;

function Switches({ state }: { state: SettingsState }) {
  const save = useSaveSettings();
  return (
    <section aria-labelledby="switches">
      <h2 id="switches" className="font-display text-title">
        Rules and emails
      </h2>
      <div className="mt-2 divide-y divide-line">
        {switches.map(({ key, hint }) => {
          const isPinned = state.pinned.includes(key);
          const needsMail = key === "emailVerification" && !state.canVerifyEmails;
          return (
            <SwitchRow
              key={key}
              label={settingLabels[key]}
              hint={
                isPinned
                  ? pinnedHint
                  : needsMail
                    ? "Needs a mail server: set MAIL_URL in the server's environment"
                    : hint
              }
              isOn={state.settings[key]}
              isDisabled={isPinned || needsMail}
              onToggle={(isOn) => save.mutate({ [key]: isOn })}
            />
          );
        })}
      </div>
    </section>
  );
}
