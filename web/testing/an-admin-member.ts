import type { AdminMember } from "#contract/admin-members.ts";
import { anAuthor } from "./samples.ts";

/** A member as the admin area lists them. */
export function anAdminMember(given: Partial<AdminMember> = {}): AdminMember {
  return {
    ...anAuthor({ username: "mia" }),
    email: null,
    phone: null,
    role: "user",
    status: "active",
    bannedUntil: null,
    outfitCount: 0,
    followersCount: 0,
    points: 0,
    reportsCount: 0,
    createdAt: "2026-11-20T08:00:00.000Z",
    lastSignInAt: null,
    ...given,
  };
}
