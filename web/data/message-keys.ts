/** Apart from their queries, since the first load needs no more of them. */
export const messageKeys = {
  threads: ["threads"],
  threadList: (search: string) => ["threads", { search }],
  /** Those of all conversations, apart from the list. */
  anyThread: ["thread"],
  thread: (threadId: string) => ["thread", threadId],
  messages: (threadId: string) => ["messages", threadId],
} as const;
