export const closetKeys = {
  all: ["closet"],
  own: ["closet", "own"],
  /** What others see, of all members. */
  ofMembers: ["closet", "of"],
  ofMember: (username: string) => ["closet", "of", username],
} as const;

export const boardKeys = {
  all: ["boards"],
  own: ["boards", "own"],
  ofMembers: ["boards", "of"],
  ofMember: (username: string) => ["boards", "of", username],
  one: (boardId: string) => ["boards", "one", boardId],
  saves: (boardId: string) => ["boards", "saves", boardId],
  holding: (saveId: string) => ["boards", "holding", saveId],
} as const;
