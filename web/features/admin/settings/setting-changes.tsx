import { useInfiniteQuery } from "@tanstack/react-query";
import { adminQueries } from "#web/data/admin.ts";
import { Button } from "#web/ui/button.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { PagedList } from "#web/features/admin/parts/paged-list.tsx";
import { isSetting, settingLabel } from "./setting-labels.ts";

const words = new Map<unknown, string>([
  [true, "on"],
  [false, "off"],
  // None but a limit can be null.
  [null, "no limit"],
]);
/** A value as the page shows it. */
const describe = (value: unknown) => words.get(value) ?? String(value);

/** The changes of settings so far, each with a way back. */
export function PagedSettingChanges({ isBusy, onRevert }: { isBusy: boolean; onRevert: (entryId: string) => void }) {
  const query = useInfiniteQuery(adminQueries.audit({ targetType: "setting" }));
  return (
    <section aria-labelledby="changes">
      <h2 id="changes" className="mb-4 font-display text-title">
        Changes
      </h2>
      <PagedList label="Changes" empty="Nothing was changed yet." query={query}>
        {(entry) => (
          <div className="flex flex-wrap items-center gap-3">
            <div className="min-w-0 grow">
              {Object.keys(entry.after ?? {}).map((key) => (
                <p key={key} className="break-words">
                  <span className="font-medium">{settingLabel(key)}</span>
                  {`: ${describe(entry.before?.[key])} → ${describe(entry.after?.[key])}`}
                </p>
              ))}
              <p className="text-fine text-muted">
                {`${entry.actor ? `@${entry.actor.username}` : "Deleted account"}, `}
                <RelativeTime at={entry.createdAt} />
              </p>
            </div>
            {Object.keys(entry.before ?? {}).some(isSetting) && (
              <Button
                look="outline"
                size="small"
                disabled={isBusy}
                aria-label={`Revert ${Object.keys(entry.after ?? {})
                  .map(settingLabel)
                  .join(", ")}`}
                onClick={() => onRevert(entry.id)}
              >
                Revert
              </Button>
            )}
          </div>
        )}
      </PagedList>
    </section>
  );
}
