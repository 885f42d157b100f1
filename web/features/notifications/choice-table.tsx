import clsx from "clsx";
import { Check } from "lucide-react";
import type { NotificationSetting, NotificationType } from "#contract/notifications.ts";
import { useSetNotificationChoice } from "#web/data/notification-settings.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";

const typeNames: Record<NotificationType, string> = {
  like: "Likes",
  comment: "Comments",
  mention: "Mentions",
  follower: "New followers",
  follow_request: "Follow requests",
  message: "Messages",
  suggestion_accepted: "Accepted suggestions",
  event_reminder: "Event reminders",
  moderation: "Moderation",
  event_update: "Event changes",
  article_update: "Article reviews",
  reward: "Rewards",
};

interface ChoiceTableProps {
  choices: readonly NotificationSetting[];
  /** The account has an address: without one nothing can be chosen for it. */
  hasMail: boolean;
  /** A column whose channel is off is faded but can still be set. */
  isMailOn: boolean;
  isPushOn: boolean;
}

/** At very large text sizes the name is above its three checkboxes. */
const rowClass = "border-b @max-3xs:grid @max-3xs:grid-cols-3";
const nameClass = "text-left @max-3xs:col-span-3";

/** One row per type, one column per channel. */
export function ChoiceTable({ choices, hasMail, isMailOn, isPushOn }: ChoiceTableProps) {
  const choose = useSetNotificationChoice();
  const ways = [
    { key: "inApp", name: "In app", isOn: true, isOffered: true },
    { key: "byMail", name: "Email", isOn: isMailOn, isOffered: hasMail },
    { key: "byPush", name: "Push", isOn: isPushOn, isOffered: true },
  ] as const;
  return (
    <div className="@container mt-4">
      <table className="w-full @max-3xs:block">
        <caption className="sr-only">Notification settings</caption>
        <thead className="@max-3xs:block">
          <tr className={clsx(rowClass, "border-ink/80")}>
            <th scope="col" className={nameClass}>
              <span className="sr-only">Type</span>
            </th>
            {ways.map(({ key, name, isOn }) => (
              <th
                key={key}
                scope="col"
                className={clsx("small-caps w-16 py-2 text-center md:w-20 @max-3xs:w-auto", !isOn && "text-muted")}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="@max-3xs:block">
          {choices.map((choice) => (
            <tr key={choice.type} className={clsx(rowClass, "border-line")}>
              <th scope="row" className={clsx(nameClass, "py-1 font-normal @max-3xs:pt-3 @max-3xs:pb-0")}>
                {typeNames[choice.type]}
              </th>
              {ways.map(({ key, name, isOn, isOffered }) => (
                <td key={key} className="p-0 text-center">
                  <Tick
                    label={`${typeNames[choice.type]}: ${name}`}
                    isOn={choice[key] && isOffered}
                    isPale={!isOn}
                    isDisabled={!isOffered}
                    onToggle={(isChosen) => choose.mutate({ ...choice, [key]: isChosen })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** One skeleton row per notification type. */
export function ChoiceTableSkeleton() {
  return (
    <div className="mt-4">
      <div className="h-8 border-b border-ink/80" />
      {Object.values(typeNames).map((name) => (
        <div key={name} className="flex h-11.5 items-center justify-between border-b border-line">
          <Skeleton className="h-4 w-32" />
          <span className="flex">
            {["inApp", "byMail", "byPush"].map((way) => (
              <span key={way} className="grid w-16 place-items-center md:w-20">
                <Skeleton className="size-5.5 rounded-full!" />
              </span>
            ))}
          </span>
        </div>
      ))}
    </div>
  );
}

interface TickProps {
  label: string;
  isOn: boolean;
  isPale: boolean;
  isDisabled: boolean;
  onToggle: (isOn: boolean) => void;
}

/** A checkbox in a target of 44 px. */
function Tick({ label, isOn, isPale, isDisabled, onToggle }: TickProps) {
  return (
    <label className={clsx("relative inline-grid size-11 place-items-center", isPale && "opacity-45")}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onToggle(event.target.checked)}
        className={clsx(
          "peer size-5.5 appearance-none rounded-full border border-ink/60 transition-colors duration-150 checked:border-ink checked:bg-ink",
          !isDisabled && "cursor-pointer hover:border-ink",
        )}
      />
      {/* Forced colours give text its colour, and with it the drawing inside. */}
      <span aria-hidden="true" className="pointer-events-none absolute text-paper opacity-0 peer-checked:opacity-100">
        <Check size={14} strokeWidth={2.5} />
      </span>
    </label>
  );
}
