export const notificationKeys = {
  list: ["notifications", "list"],
  settings: ["notifications", "settings"],
} as const;
