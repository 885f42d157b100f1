/** Apart from their queries, since the first load needs no more of them. */
export const messageKeys = {
  threads: ["threads"],
  threadList: (search: string) => ["threads", { search }],
  thread: (threadId: string) => ["thread", threadId],
  messages: (threadId: string) => ["messages", threadId],
} as const;
