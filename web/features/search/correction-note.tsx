import { Link } from "@tanstack/react-router";

/** Says that other words stand in for those that nothing holds; they can be made one's own. */
export function CorrectionNote({ typed, meant }: { typed: string; meant: string }) {
  return (
    <p className="pb-5 text-muted">
      Nothing holds “{typed}”. Showing results for{" "}
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
