import type { UserRole } from "#server/db/schema.ts";

/** The signed-in member behind a call, as the database knows them at this moment. */
export interface Viewer {
  userId: string;
  sessionId: string;
  /** `user` for an admin who owes the second factor that the settings require of all admins. */
  role: UserRole;
  /** `aal2` after a second factor. */
  assurance: "aal1" | "aal2";
  /** The account is younger than a day: its limits are tighter, see rate-limit.ts. */
  isNew: boolean;
  /** Only endpoints that are open to suspended members answer. */
  isSuspended: boolean;
}
