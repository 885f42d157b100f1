import { dayMs } from "#contract/durations.ts";
import { insertBoard, insertPlace } from "#server/boards/boards.service.ts";
import { transact } from "#server/db/db.ts";
import { upsertThread } from "#server/messages/messages.service.ts";
import { notify } from "#server/notifications/notifications.service.ts";
import { insertStep, insertTalk, listSavesByStyle, setBoardTime, setNotificationTimes } from "./seed.store.ts";
import type { Scene } from "./seed-posts.ts";
import { demoAccounts } from "./seed-people.ts";

interface Talk {
  with: string;
  /** A request: the demo member has not replied and does not follow the sender. */
  isRequest?: boolean;
  /** The number of last messages that the demo member has not read. */
  unread: number;
  /** Hours before the seeding, oldest first. */
  lines: readonly (readonly [hoursAgo: number, from: "me" | "them", text: string])[];
}

const talks: readonly Talk[] = [
  {
    with: "mia.okafor",
    unread: 2,
    lines: [
      [52, "me", "That oversized jacket of yours is living in my head. Where is it from?"],
      [51.5, "them", "Ha, thank you! A market stall in Yaba, I wish I had bought two."],
      [51.4, "me", "Of course. The good ones never have a link."],
      [51, "them", "I tagged something close in the items, the cut is nearly the same."],
      [26, "me", "Got it, it arrived today. Sleeves are perfect."],
      [2.2, "them", "Show me! And wear it with the wide trousers, trust me."],
      [2.1, "them", "I am doing a layering post this week, may I mention you?"],
    ],
  },
  {
    with: "noah_lindqvist",
    unread: 0,
    lines: [
      [99, "them", "Thanks for the Top 3! That made my Monday."],
      [98, "me", "You earned it. I have worn nothing but grey since I follow you."],
      [97.5, "them", "Then my work here is done."],
      [74, "me", "One question: do you iron linen or let it be?"],
      [73, "them", "Let it be. Steam once, then forget about it."],
    ],
  },
  {
    with: "hana_suzuki",
    unread: 0,
    lines: [
      [201, "me", "Your Osaka street looks are the reason I bought a second pair of sneakers."],
      [198, "them", "Only a second? We have to talk."],
      [197, "me", "My closet has walls, sadly."],
    ],
  },
  {
    with: "aisha.rahman",
    isRequest: true,
    unread: 1,
    lines: [[5, "them", "Hello Robin! I saw you saved my blazer look. I sell that one, if it is your size."]],
  },
];

const hoursBefore = (now: Date, hours: number) => new Date(now.getTime() - hours * 3_600_000);

/** The demo member's conversations, some of them unread, in one transaction. */
export async function seedTalks({ app, idOf, seededAt }: Scene, step: string): Promise<void> {
  const userId = idOf(demoAccounts.member.username);
  await transact(app.db, async (tx) => {
    if (!(await insertStep(tx, step, app.clock.now()))) return;
    for (const talk of talks) {
      const otherId = idOf(talk.with);
      const requestedBy = talk.isRequest === true ? otherId : null;
      const threadId = await upsertThread(tx, { userId, otherId, requestedBy });
      const lines = talk.lines.map(([hoursAgo, from, text]) => ({
        senderId: from === "me" ? userId : otherId,
        at: hoursBefore(seededAt, hoursAgo),
        text,
      }));
      await insertTalk(tx, { threadId, readerId: userId, unread: talk.unread, lines });
      const latest = lines.at(-1);
      if (talk.unread === 0 || !latest) continue;
      await notify(tx, app, { userId, type: "message", actorId: otherId, referenceId: threadId });
      await setNotificationTimes(tx, userId, threadId, latest.at);
    }
  });
}

interface BoardPlan {
  name: string;
  isHidden: boolean;
  /** Of its creation, before the seeding. */
  daysAgo: number;
  styles: readonly string[];
}

const boards: readonly BoardPlan[] = [
  { name: "For my sister", isHidden: true, daysAgo: 41, styles: ["Y2K", "Bohemian", "Vintage"] },
  { name: "Long weekends", isHidden: false, daysAgo: 20, styles: ["Casual", "Sporty", "Streetwear", "Grunge"] },
  {
    name: "Dressed up",
    isHidden: false,
    daysAgo: 3,
    styles: ["Formal", "Business Casual", "Minimalist", "Preppy", "Retro"],
  },
];

/** The demo member's boards, made from their saves; seeded after all posts. */
export async function seedBoards({ app, idOf, seededAt }: Scene, step: string): Promise<void> {
  const userId = idOf(demoAccounts.member.username);
  await transact(app.db, async (tx) => {
    if (!(await insertStep(tx, step, app.clock.now()))) return;
    const saves = await listSavesByStyle(tx, userId);
    for (const { name, isHidden, daysAgo, styles } of boards) {
      const boardId = await insertBoard(tx, userId, { name, isHidden });
      // Two of one millisecond would be in any order.
      await setBoardTime(tx, boardId, new Date(seededAt.getTime() - daysAgo * dayMs));
      for (const { saveId } of saves.filter(({ style }) => styles.includes(style))) {
        await insertPlace(tx, boardId, saveId);
      }
    }
  });
}
