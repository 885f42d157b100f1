import clsx from "clsx";
import { Check } from "lucide-react";
import type { NotificationChoice, NotificationType } from "#contract/notifications.ts";
import { useChooseWays } from "./notification-settings.queries.ts";

const typeNames: Record<NotificationType, string> = {
  like: "Likes",
  comment: "Comments",
  follower: "New followers",
  follow_request: "Follow requests",
  message: "Messages",
  suggestion_accepted: "Accepted suggestions",
  event_reminder: "Event reminders",
  reward: "Rewards",
};

interface ChoiceTableProps {
  choices: readonly NotificationChoice[];
  /** A column whose way is off altogether is pale, but can still be set. */
  isMailOn: boolean;
  isPushOn: boolean;
}

/** One row a type, one column a way. */
export function ChoiceTable({ choices, isMailOn, isPushOn }: ChoiceTableProps) {
  const choose = useChooseWays();
  const ways = [
    { key: "inApp", name: "In app", isOn: true },
    { key: "byMail", name: "Email", isOn: isMailOn },
    { key: "byPush", name: "Push", isOn: isPushOn },
  ] as const;
  return (
    <table className="mt-4 w-full">
      <caption className="sr-only">How you hear of each kind of news</caption>
      <thead>
        <tr className="border-b border-ink/80">
          <th scope="col" className="text-left">
            <span className="sr-only">News</span>
          </th>
          {ways.map(({ key, name, isOn }) => (
            <th
              key={key}
              scope="col"
              className={clsx("small-caps w-16 py-2 text-center md:w-20", !isOn && "text-muted")}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {choices.map((choice) => (
          <tr key={choice.type} className="border-b border-line">
            <th scope="row" className="py-1 text-left font-normal">
              {typeNames[choice.type]}
            </th>
            {ways.map(({ key, name, isOn }) => (
              <td key={key} className="p-0 text-center">
                <Tick
                  label={`${typeNames[choice.type]}: ${name}`}
                  isOn={choice[key]}
                  isPale={!isOn}
                  onToggle={(isChosen) => choose.mutate({ ...choice, [key]: isChosen })}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface TickProps {
  label: string;
  isOn: boolean;
  isPale: boolean;
  onToggle: (isOn: boolean) => void;
}

/** A checkbox in a target of 44 px. */
function Tick({ label, isOn, isPale, onToggle }: TickProps) {
  return (
    <label className={clsx("relative inline-grid size-11 place-items-center", isPale && "opacity-45")}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isOn}
        onChange={(event) => onToggle(event.target.checked)}
        className="peer size-5.5 cursor-pointer appearance-none rounded-full border border-ink/30 transition-colors duration-150 checked:border-ink checked:bg-ink hover:border-ink"
      />
      <Check
        aria-hidden="true"
        size={14}
        strokeWidth={2.5}
        className="pointer-events-none absolute text-paper opacity-0 peer-checked:opacity-100"
      />
    </label>
  );
}
