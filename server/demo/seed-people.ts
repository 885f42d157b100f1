import { dayMs, hourMs } from "#contract/durations.ts";
import { type Tx, transact } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import { createAccount } from "#server/auth/accounts/accounts.service.ts";
import { hashPassword } from "#server/auth/accounts/passwords.service.ts";
import { seededRandom } from "#server/demo/art/seeded-random.ts";
import { notify } from "#server/notifications/notifications.service.ts";
import { DEMO_AUDIENCE, DEMO_PEOPLE } from "./people.ts";
import {
  setNotificationTimes,
  furnishProfile,
  insertEarnings,
  insertFollows,
  insertStep,
  insertTop3,
  setRole,
} from "./seed.store.ts";
import type { DemoStory } from "./story.ts";

/** The two demo accounts with a public password; a production server never has them. */
export const demoAccounts = {
  member: { email: "demo@fash.example", username: "robin.demo" },
  admin: { email: "admin@fash.example", username: "ada.demo" },
  password: "wear-it-well",
} as const;

/** Members whom the demo member follows, and who follow back: enough for a feed and a badge. */
const followedByDemo = ["mia.okafor", "noah_lindqvist", "lucia.moretti", "hana_suzuki", "kofi.mensah"];
const followersOfDemo = ["mia.okafor", "tomek_wears", "aisha.rahman", "ben_holt"];

const followedBackHoursAgo = (index: number) => 3 + index * 17;
const hoursBefore = (now: Date, hours: number) => new Date(now.getTime() - hours * hourMs);

interface Newcomer {
  username: string;
  email: string;
  bio: string | null;
  joinedDaysAgo: number;
  passwordHash?: string;
}

/**
 * Inserts the members of the sample data with their follows and Top 3 lists, in one transaction.
 * Only the two demo accounts have a password.
 *
 * @param now The time of seeding; all times of the story count back from it.
 */
export async function seedPeople(app: AppContext, story: DemoStory, now: Date): Promise<void> {
  const passwordHash = await hashPassword(app, demoAccounts.password);
  await transact(app.db, async (tx) => {
    if (!(await insertStep(tx, "people", now))) return;
    const ids = new Map<string, string>();
    for (const newcomer of newcomers(passwordHash)) ids.set(newcomer.username, await join(tx, newcomer, now));
    const idOf = (username: string) => {
      const id = ids.get(username);
      if (id === undefined) throw new Error(`The story tells of ${username}, who is not among the people`);
      return id;
    };
    await furnish(tx, idOf);
    await insertFollows(
      tx,
      followsOf(story).map(({ follower, followed, hoursAgo }) => ({
        followerId: idOf(follower),
        followingId: idOf(followed),
        at: hoursBefore(now, hoursAgo),
      })),
    );
    for (const { member, stylists } of story.top3) await insertTop3(tx, idOf(member), stylists.map(idOf));
    await insertTop3(tx, idOf(demoAccounts.member.username), followedByDemo.slice(0, 3).map(idOf));
    await greetDemoMember(tx, app, idOf, now);
  });
}

function newcomers(passwordHash: string): Newcomer[] {
  const { member, admin } = demoAccounts;
  const random = seededRandom("when they joined");
  const joinedDaysAgo = () => Math.round(random.between(75, 500));
  const emailOf = (username: string) => `${username}@people.fash.example`;
  return [
    { ...member, bio: "Trying things on. This is the demo account.", joinedDaysAgo: 90, passwordHash },
    { ...admin, bio: "Keeps the house in order.", joinedDaysAgo: 600, passwordHash },
    ...DEMO_PEOPLE.map(({ username, bio }) => ({
      username,
      bio,
      email: emailOf(username),
      joinedDaysAgo: joinedDaysAgo(),
    })),
    ...DEMO_AUDIENCE.map((username) => ({
      username,
      bio: null,
      email: emailOf(username),
      joinedDaysAgo: joinedDaysAgo(),
    })),
  ];
}

async function join(tx: Tx, newcomer: Newcomer, now: Date): Promise<string> {
  const { username, bio, email, passwordHash } = newcomer;
  const user = await createAccount(tx, {
    email,
    ...(passwordHash === undefined ? {} : { passwordHash }),
    isEmailConfirmed: true,
    userMetadata: { username, ...(bio === null ? {} : { bio }) },
    now: new Date(now.getTime() - newcomer.joinedDaysAgo * dayMs),
  });
  if (!user) throw new Error(`The address ${email} belongs to somebody already`);
  return user.id;
}

async function furnish(tx: Tx, idOf: (username: string) => string): Promise<void> {
  for (const { username, location, membershipTier, links } of DEMO_PEOPLE) {
    await furnishProfile(tx, idOf(username), {
      location,
      membership_tier: membershipTier,
      closet_private: false,
      instagram_url: links.instagram ?? null,
      twitter_url: links.twitter ?? null,
      facebook_url: links.facebook ?? null,
      youtube_url: links.youtube ?? null,
      tiktok_url: links.tiktok ?? null,
    });
  }
  await furnishProfile(tx, idOf(demoAccounts.member.username), { location: "Lisbon" });
  await setRole(tx, idOf(demoAccounts.admin.username), "admin");
}

function followsOf(story: DemoStory) {
  const { username } = demoAccounts.member;
  return [
    ...story.follows,
    ...followedByDemo.map((followed, index) => ({ follower: username, followed, hoursAgo: 200 + index * 31 })),
    ...followersOfDemo.map((follower, index) => ({
      follower,
      followed: username,
      hoursAgo: followedBackHoursAgo(index),
    })),
  ];
}

/** The demo member's first notifications, and the points of a month of visits. */
async function greetDemoMember(tx: Tx, app: AppContext, idOf: (username: string) => string, now: Date): Promise<void> {
  const userId = idOf(demoAccounts.member.username);
  for (const [index, follower] of followersOfDemo.entries()) {
    const actorId = idOf(follower);
    await notify(tx, app, { userId, type: "follower", actorId, referenceId: actorId });
    await setNotificationTimes(tx, userId, actorId, hoursBefore(now, followedBackHoursAgo(index)));
  }
  const random = seededRandom("daily visits");
  const visits = Array.from({ length: 14 }, (_, index) => new Date(now.getTime() - (index * 2 + 1) * dayMs));
  await insertEarnings(
    tx,
    userId,
    visits.map((at) => ({
      action: "DAILY_LOGIN",
      points: Math.round(random.between(5, 20)),
      subject: at.toISOString().slice(0, 10),
      at,
    })),
  );
}
