import { useQuery } from "@tanstack/react-query";
import type { SystemHealth } from "#contract/admin.ts";
import { adminQueries, useRetryJob } from "#web/data/admin.ts";
import { Button } from "#web/ui/button.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { counted } from "#contract/counted.ts";

/** Whether queues, storage and mail work, and the failed jobs with a retry. */
export function HealthSection() {
  const query = useQuery(adminQueries.health);
  const { data, error } = query;
  return (
    <section aria-labelledby="health" className="mt-10">
      <h2 id="health" className="font-display text-title">
        System health
      </h2>
      {error && !data ? (
        <QueryError title="Couldn't load system health" query={query} />
      ) : data ? (
        <Health health={data} />
      ) : (
        <Skeleton className="mt-4 h-40 rounded-photo!" />
      )}
    </section>
  );
}

function Health({ health }: { health: SystemHealth }) {
  const waiting = health.queues.reduce((sum, queue) => sum + queue.waiting, 0);
  const { unanalysedOutfits } = health;
  const gigabytes = Math.round((health.storage.bytes / 1024 ** 3) * 100) / 100;
  const facts = [
    { label: "Jobs waiting", value: `${waiting}`, isFine: (health.queues[0]?.oldestSeconds ?? 0) < 600 },
    { label: "Failed jobs", value: `${health.failedJobs.length}`, isFine: health.failedJobs.length === 0 },
    {
      label: "Storage",
      value: health.storage.isReachable
        ? `${counted(health.storage.images, "picture")}, ${gigabytes} GB`
        : "Out of reach",
      isFine: health.storage.isReachable,
    },
    {
      label: "Mail",
      value: health.mail.isConfigured ? `${health.mail.failedLastDay} failed in 24 hours` : "Not configured",
      isFine: health.mail.failedLastDay === 0,
    },
    {
      label: "Image screening",
      value: health.unscreenedPictures === 0 ? "Works" : `${counted(health.unscreenedPictures, "picture")} not scored`,
      isFine: health.unscreenedPictures === 0,
    },
    {
      label: "Outfit analysis",
      value: unanalysedOutfits === 0 ? "Works" : `${counted(unanalysedOutfits, "outfit")} not analysed`,
      isFine: unanalysedOutfits === 0,
    },
  ];
  return (
    <>
      <dl className="mt-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {facts.map(({ label, value, isFine }) => (
          <div key={label} className="rounded-photo border border-line bg-surface p-4">
            <dt className="text-fine font-semibold text-muted">{label}</dt>
            <dd className="mt-1">
              <span aria-hidden="true" className={isFine ? "text-muted" : "text-danger"}>
                {isFine ? "● " : "▲ "}
              </span>
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {health.failedJobs.length > 0 && <FailedJobs jobs={health.failedJobs} />}
    </>
  );
}

function FailedJobs({ jobs }: { jobs: SystemHealth["failedJobs"] }) {
  const retry = useRetryJob();
  return (
    <ul aria-label="Failed jobs" className="mt-4 divide-y divide-line border-y border-line">
      {jobs.map((job) => (
        <li key={job.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
          <div className="min-w-0 grow basis-60">
            <p className="font-medium">{job.task}</p>
            <p className="break-words text-fine text-muted">{job.error}</p>
            <p className="text-fine text-muted">
              {`${counted(job.attempts, "try", "tries")}, `}
              <RelativeTime at={job.failedAt} />
            </p>
          </div>
          <Button
            look="outline"
            size="small"
            aria-label={`Retry ${job.task}`}
            isBusy={retry.isPending && retry.variables === job.id}
            onClick={() => retry.mutate(job.id)}
          >
            Retry
          </Button>
        </li>
      ))}
    </ul>
  );
}
