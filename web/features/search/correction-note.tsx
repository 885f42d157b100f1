import { Link } from "@tanstack/react-router";

/** Says that a corrected search is shown, which can be adopted. */
export function CorrectionNote({ typed, meant }: { typed: string; meant: string }) {
  return (
    <p className="pb-5 text-muted">
      No results for “{typed}”. Showing results for{" "}
      <Link
        to="/explore"
        search={(last: object) => ({ ...last, q: meant })}
        replace
        className="font-medium text-ink underline underline-offset-4"
      >
        {meant}
      </Link>
      .
    </p>
  );
}
