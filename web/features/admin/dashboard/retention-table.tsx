import type { Dashboard } from "#contract/admin.ts";
import { limits } from "#contract/limits.ts";

/** Of the members who joined in a week, how many came back in each week after it. */
export function RetentionTable({ rows }: { rows: Dashboard["retention"] }) {
  const weeks = Array.from({ length: limits.retentionWeeks }, (_, index) => index + 1);
  return (
    <section aria-labelledby="retention" className="mt-10">
      <h2 id="retention" className="font-display text-title">
        Weekly retention
      </h2>
      {rows.length === 0 ? (
        <p className="mt-2 text-muted">Nobody has joined within the last weeks.</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table scrolls with the keyboard
        <section className="mt-4 overflow-x-auto" tabIndex={0} aria-label="Table of weekly retention">
          <table className="w-full min-w-160 border-collapse text-fine tabular-nums">
            <thead>
              <tr className="text-left text-muted">
                <th scope="col" className="py-2 pr-4 font-semibold">
                  Joined in the week of
                </th>
                <th scope="col" className="py-2 pr-4 font-semibold">
                  Members
                </th>
                {weeks.map((week) => (
                  <th key={week} scope="col" className="py-2 pr-2 font-semibold">
                    {`+${week}`}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.week} className="border-t border-line">
                  <th scope="row" className="py-2 pr-4 text-left font-normal">
                    {row.week}
                  </th>
                  <td className="py-2 pr-4">{row.members}</td>
                  {weeks.map((week) => (
                    <RetentionCell key={week} members={row.members} returned={row.returned[week - 1]} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}

function RetentionCell({ members, returned }: { members: number; returned: number | undefined }) {
  if (returned === undefined || members === 0) return <td className="py-2 pr-2 text-muted">·</td>;
  const percent = Math.round((returned / members) * 100);
  return (
    <td className="py-2 pr-2">
      <span
        className="inline-block min-w-12 rounded px-1.5 py-0.5 text-center"
        style={{ background: `color-mix(in srgb, var(--ink) ${Math.round(percent / 5)}%, transparent)` }}
      >{`${percent} %`}</span>
    </td>
  );
}
