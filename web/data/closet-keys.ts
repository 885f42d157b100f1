export const closetKeys = {
  all: ["closet"],
  own: ["closet", "own"],
  /** What members show. */
  ofMembers: ["closet", "of"],
  ofMember: (username: string, view?: "public") => ["closet", "of", username, view ?? null],
} as const;

export const boardKeys = {
  all: ["boards"],
  own: ["boards", "own"],
  ofMembers: ["boards", "of"],
  ofMember: (username: string, view?: "public") => ["boards", "of", username, view ?? null],
  one: (boardId: string) => ["boards", "one", boardId],
  saves: (boardId: string) => ["boards", "saves", boardId],
  holding: (saveId: string) => ["boards", "holding", saveId],
} as const;
