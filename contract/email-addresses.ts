import { limits } from "./limits.ts";

const pattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

/** Whether an account may have a trimmed text as its address. */
export const isEmailAddress = (text: string): boolean =>
  text.length <= limits.emailCharsMax && pattern.test(text) && !text.includes("..");
